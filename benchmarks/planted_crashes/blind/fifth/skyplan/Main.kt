// a: PlanReducer.onWeather
// b: MountLink.sessionAfter
// why: weather starts a new state instead of a copy, or an event of the mount without a plan overwrites the plan
package planted.skyplan

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.asStateFlow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.runBlocking

data class Target(val name: String, val rightAscension: Double)

data class Plan(val target: Target, val exposures: Int)

data class Session(val mount: String = "parked", val plan: Plan? = null)

data class Weather(val clouds: Int, val wind: Int)

data class NightState(val session: Session = Session(), val weather: Weather = Weather(0, 0))

sealed interface MountEvent {
    val mount: String

    data class Slewed(override val mount: String, val plan: Plan?) : MountEvent

    data class Parked(override val mount: String) : MountEvent
}

sealed interface Input {
    data class Mount(val event: MountEvent) : Input

    data class Sky(val weather: Weather) : Input
}

class MountLink {
    fun sessionAfter(event: MountEvent, session: Session): Session = when (event) {
        is MountEvent.Slewed -> session.copy(mount = event.mount, plan = event.plan)
        is MountEvent.Parked -> session.copy(mount = event.mount)
    }
}

class PlanReducer(private val link: MountLink) {
    fun reduce(state: NightState, input: Input): NightState = when (input) {
        is Input.Mount -> state.copy(session = link.sessionAfter(input.event, state.session))
        is Input.Sky -> onWeather(state, input.weather)
    }

    private fun onWeather(state: NightState, weather: Weather): NightState {
        if (weather == state.weather) return state
        return NightState(weather = weather)
    }
}

class NightViewModel(private val reducer: PlanReducer) {
    private val states = MutableStateFlow(NightState())
    val state: StateFlow<NightState> = states.asStateFlow()

    fun choose(plan: Plan) {
        val old = states.value
        states.value = old.copy(session = old.session.copy(plan = plan))
    }

    suspend fun follow(inputs: Flow<Input>) {
        inputs.collect { input -> states.value = reducer.reduce(states.value, input) }
    }
}

class DomeAdvice {
    fun mayOpen(weather: Weather): Boolean = weather.clouds < 70 && weather.wind < 45
}

class ExposureRunner(private val model: NightViewModel, private val advice: DomeAdvice) {
    fun start(): String {
        val night = model.state.value
        if (!advice.mayOpen(night.weather)) return "dome stays closed"
        val plan = checkNotNull(night.session.plan) { "No plan is selected" }
        return "${plan.exposures} x ${plan.target.name}"
    }
}

class Night(private val plan: Plan) {
    private val model = NightViewModel(PlanReducer(MountLink()))

    suspend fun run(inputs: Flow<Input>): String {
        model.choose(plan)
        model.follow(inputs)
        return ExposureRunner(model, DomeAdvice()).start()
    }
}

fun main(args: Array<String>) {
    val plan = Plan(Target("M 51", 13.5), 24)
    val slewed = Input.Mount(MountEvent.Slewed("slewed", plan))
    val last = if (args[0] == "a") Input.Sky(Weather(20, 10)) else Input.Mount(MountEvent.Slewed("guiding", null))
    val night = Night(plan)
    println(runBlocking { night.run(flowOf(slewed, last)) })
}
