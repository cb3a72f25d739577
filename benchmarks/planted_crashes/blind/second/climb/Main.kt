// a: Forecast.wind
// b: Profile.limit
// why: the forecast gives the wind in km/h, or the profile's limit falls below 0 for heavy loads
package planted.climb

class Forecast(private val metres: Double) {
    fun wind(): Double = metres * 3.6
}

class Profile(private val load: Int) {
    fun limit(): Double = 25.0 - load
}

class Start {
    fun check(forecast: Forecast, profile: Profile): Double {
        val wind = forecast.wind()
        val limit = profile.limit()
        if (wind > limit) throw IllegalStateException("too windy")
        return limit - wind
    }
}

fun main(args: Array<String>) {
    val forecast = Forecast(if (args[0] == "a") 8.0 else 2.0)
    val profile = Profile(if (args[0] == "a") 5 else 30)
    println(Start().check(forecast, profile))
}
