// a: MuteSetting.words
// b: FeedStore.prune
// why: No post is left to page on from: the mute list hides every post, or the store threw all of them away as too old.
package planted.feed

data class Post(val id: Long, val author: String, val text: String, val postedAt: Long)

/** The words that a reader typed into the settings, with commas between. */
class MuteSetting {
    fun words(text: String): List<String> = text.split(",").map { it.trim() }
}

class MuteList(private val words: List<String>) {
    fun hides(post: Post): Boolean = words.any { post.text.contains(it, ignoreCase = true) }
}

class FeedStore(private val daysKept: Int) {
    private val posts = ArrayList<Post>()

    fun addAll(page: List<Post>) {
        val known = posts.mapTo(HashSet()) { it.id }
        posts += page.filter { it.id !in known }
        posts.sortByDescending { it.id }
    }

    /** Forgets what is older than the days kept; times are in milliseconds. */
    fun prune(now: Long) {
        val oldest = now - daysKept * 86_400L
        posts.removeIf { it.postedAt < oldest }
    }

    fun all(): List<Post> = posts.toList()
}

class FeedApi(private val timeline: List<Post>) {
    fun newest(count: Int): List<Post> = timeline.take(count)

    fun olderThan(id: Long, count: Int): List<Post> = timeline.filter { it.id < id }.take(count)
}

class Feed(private val api: FeedApi, private val store: FeedStore, private val muted: MuteList) {
    private var shown: List<Post> = emptyList()

    fun refresh(now: Long) {
        store.addAll(api.newest(3))
        store.prune(now)
        shown = store.all().filterNot(muted::hides)
    }

    fun more(): Int {
        val before = shown.last()
        val page = api.olderThan(before.id, 3)
        store.addAll(page)
        shown = store.all().filterNot(muted::hides)
        return page.size
    }
}

fun timeline(count: Int, step: Long): List<Post> {
    val start = 1_700_000_000_000L
    return (count downTo 1).map { Post(it.toLong(), "user$it", "Photo of trail $it", start + it * step) }
}

fun muted(setting: String) = MuteList(MuteSetting().words(setting))

fun main(args: Array<String>) {
    val store = FeedStore(7)
    val feed: Feed
    if (args[0] == "a") {
        val posts = timeline(9, 60_000L)
        feed = Feed(FeedApi(posts), store, muted("election, spoiler,"))
        feed.refresh(posts.first().postedAt + 30_000L)
    } else {
        val posts = timeline(9, 3_600_000L)
        feed = Feed(FeedApi(posts), store, muted("election, spoiler"))
        feed.refresh(posts.first().postedAt + 7_200_000L)
    }
    println("${feed.more()} older posts")
}
