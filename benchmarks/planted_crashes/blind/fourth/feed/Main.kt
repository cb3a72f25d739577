// a: Pager.pages
// b: FeedStore.page
// why: a full last page is followed by an empty one, or hidden posts leave a page empty
package planted.feed

class Post(val title: String, val hidden: Boolean)

class FeedStore(private val posts: List<Post>) {
    val total get() = posts.size

    fun page(number: Int, size: Int): List<Post> {
        val from = number * size
        val to = minOf(from + size, posts.size)
        return posts.subList(from, to).filter { !it.hidden }
    }
}

class Pager(private val store: FeedStore, private val size: Int) {
    fun pages(): Int = store.total / size + 1

    fun last(): List<Post> = store.page(pages() - 1, size)
}

class FeedScreen(private val pager: Pager) {
    fun oldest(): String {
        val shown = pager.last()
        return shown.first().title
    }
}

fun main(args: Array<String>) {
    val posts = ArrayList<Post>()
    for (number in 1..4) posts.add(Post("post $number", false))
    if (args[0] == "b") posts.add(Post("post 5", true))
    println(FeedScreen(Pager(FeedStore(posts), 2)).oldest())
}
