// a: TokenRefresher.refresh
// b: AvatarEditor.crop
// why: A chain of !! needs the user of the session and the user's avatar on one line.
package planted.profile

data class Avatar(val url: String, val width: Int, val height: Int)

data class User(val id: Long, val name: String, val avatar: Avatar?)

data class Session(val token: String, val expiresAt: Long, val user: User?)

class TokenRefresher(private val clock: () -> Long) {
    private var count = 0

    fun isExpired(session: Session): Boolean = clock() >= session.expiresAt

    fun refresh(session: Session): Session {
        count++
        val token = session.token.substringBefore('#') + "#" + count
        return Session(token, clock() + 3_600, user = null)
    }
}

class AvatarEditor {
    fun crop(avatar: Avatar, side: Int): Avatar? {
        if (side <= 0) return avatar
        if (side < avatar.width && side < avatar.height) {
            return avatar.copy(url = "${avatar.url}?crop=$side", width = side, height = side)
        }
        return null
    }

    fun rename(user: User, name: String): User = user.copy(name = name.trim())
}

class ProfileStore(private val refresher: TokenRefresher, private val editor: AvatarEditor) {
    var session: Session? = null
        private set

    fun login(user: User, expiresAt: Long) {
        session = Session("t-${user.id}", expiresAt, user)
    }

    fun keepAlive() {
        session = session?.let { if (refresher.isExpired(it)) refresher.refresh(it) else it }
    }

    fun cropAvatar(side: Int) {
        val user = session?.user ?: return
        val avatar = user.avatar?.let { editor.crop(it, side) }
        session = session?.copy(user = user.copy(avatar = avatar))
    }
}

class ProfileHeader(private val store: ProfileStore) {
    private var shown: String? = null

    fun bind() {
        val user = store.session?.user
        shown = user!!.avatar!!.url
    }
}

fun main(args: Array<String>) {
    var now = 100L
    val store = ProfileStore(TokenRefresher { now }, AvatarEditor())
    store.login(User(7, "Mia", Avatar("https://img.example.org/7", 320, 240)), expiresAt = 200)
    val header = ProfileHeader(store)
    header.bind()
    if (args[0] == "a") {
        now = 260L
        store.cropAvatar(120)
    } else {
        store.cropAvatar(300)
    }
    store.keepAlive()
    header.bind()
}
