// a: Login.finish
// b: SessionCache.restore
// why: the login sets no profile for guests, or the cache restores a session without it
package planted.session

class Profile(val name: String)

class Session(val user: String, val guest: Boolean) {
    lateinit var profile: Profile
    var restored = false
}

class Login {
    fun finish(session: Session) {
        if (!session.guest) {
            session.profile = Profile(session.user)
        }
    }
}

class SessionCache {
    fun restore(old: Session): Session {
        val session = Session(old.user, old.guest)
        session.restored = true
        return session
    }
}

class Greeting {
    fun text(session: Session): String = "Hello " + session.profile.name
}

fun main(args: Array<String>) {
    var session = Session("ida", args[0] == "a")
    Login().finish(session)
    if (args[0] == "b") session = SessionCache().restore(session)
    println(Greeting().text(session))
}
