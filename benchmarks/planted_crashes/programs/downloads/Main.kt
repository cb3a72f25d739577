// a: DownloadQueue.cancelAll
// b: Download.onPartDone
// why: A start is refused while the queue is cancelled, without a target, or after too many attempts.
package planted.downloads

enum class Part { AUDIO, VIDEO, SUBTITLES }

class Download(val url: String, var target: String?) {
    var attempts = 0
        private set
    var doneParts = 0
        private set
    var bytes = 0L
        private set

    fun onFailure() {
        attempts++
    }

    fun onPartDone(part: Part, size: Long) {
        attempts++
        doneParts++
        bytes += if (part == Part.SUBTITLES) size / 2 else size
    }

    fun onRedirect(host: String) {
        target = target?.let { "$host/$it" }
    }
}

class StorageChooser(private val freeBytes: Long) {
    fun targetFor(url: String): String? {
        if (freeBytes < 1_000) return null
        return "downloads/" + url.substringAfterLast('/')
    }
}

class DownloadQueue(private val storage: StorageChooser) {
    private val active = mutableListOf<Download>()
    private var cancelled = false
    private val maxAttempts = 3

    fun create(url: String): Download = Download(url, storage.targetFor(url))

    fun start(download: Download) {
        check(!cancelled && download.target != null && download.attempts < maxAttempts) {
            "The download cannot be started"
        }
        active += download
    }

    /** Stops what is active; what is started later runs. */
    fun cancelAll() {
        cancelled = true
        active.clear()
    }

    fun finish(download: Download) {
        active -= download
    }
}

fun main(args: Array<String>) {
    val queue = DownloadQueue(StorageChooser(freeBytes = 50_000))
    val film = queue.create("https://media.example.org/film.mp4")
    queue.start(film)
    film.onFailure()
    if (args[0] == "a") {
        film.onPartDone(Part.AUDIO, 900)
        queue.cancelAll()
    } else {
        film.onPartDone(Part.AUDIO, 900)
        film.onPartDone(Part.VIDEO, 21_000)
        queue.finish(film)
    }
    queue.start(film)
}
