// a: Cache.evict
// b: Fetcher.fetch
// why: the cache throws away a page that is still wanted, or the fetcher gives nothing for a redirect
package planted.crawler

import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

class Page(val url: String, val body: String)

class Fetcher {
    suspend fun fetch(url: String): Page? {
        delay(1)
        return if (url.startsWith("http://old")) null else Page(url, "<a>")
    }
}

class Cache {
    private var page: Page? = null
    var evictions = 0

    fun keep(found: Page?) {
        page = found
    }

    fun evict() {
        evictions++
        page = null
    }

    fun get(): Page? = page
}

class Crawler(private val fetcher: Fetcher, private val cache: Cache) {
    suspend fun load(url: String) {
        cache.keep(fetcher.fetch(url))
    }

    suspend fun parse(): Int {
        delay(1)
        val page = cache.get()
        return page!!.body.length
    }
}

fun main(args: Array<String>) = runBlocking {
    val cache = Cache()
    val crawler = Crawler(Fetcher(), cache)
    crawler.load(if (args[0] == "b") "http://old/x" else "http://new/x")
    if (args[0] == "a") cache.evict()
    println(crawler.parse())
}
