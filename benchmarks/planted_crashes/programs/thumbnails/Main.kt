// a: ThumbnailKeys.keyFor
// b: ThumbnailCache.trim
// why: The key of a thumbnail is another one than that of its upload, or the cache threw all entries away.
package planted.thumbnails

data class Photo(val id: Int, val path: String, val width: Int, val height: Int)

data class Thumbnail(val side: Int, val bytes: Int)

/** Keys are the photo and its side in pixels; a side is a multiple of 16. */
class ThumbnailKeys(private val density: Double) {
    fun keyFor(photo: Photo, dp: Int): String = "${photo.id}@${(dp * density).toInt()}"

    fun storedKey(photo: Photo, thumbnail: Thumbnail): String = "${photo.id}@${thumbnail.side}"
}

class Scaler(private val density: Double) {
    fun scale(photo: Photo, dp: Int): Thumbnail {
        val side = ((dp * density).toInt() + 15) / 16 * 16
        return Thumbnail(side, bytes = minOf(side, photo.width) * minOf(side, photo.height) / 2)
    }
}

/** Holds thumbnails up to a size; trim drops the oldest until half of the room is free. */
class ThumbnailCache(private val maxBytes: Int) {
    private val entries = LinkedHashMap<String, Thumbnail>()
    private var trims = 0

    fun put(key: String, thumbnail: Thumbnail) {
        entries[key] = thumbnail
    }

    fun get(key: String): Thumbnail? = entries[key]

    fun trim() {
        trims++
        val used = usedBytes()
        for (key in entries.keys.toList()) {
            if (used > maxBytes / 2) entries.remove(key)
        }
    }

    fun usedBytes(): Int = entries.values.sumOf { it.bytes }
}

class Gallery(private val cache: ThumbnailCache, private val keys: ThumbnailKeys, private val scaler: Scaler) {
    private var drawnBytes = 0

    fun upload(photo: Photo, dp: Int) {
        val thumbnail = scaler.scale(photo, dp)
        cache.put(keys.storedKey(photo, thumbnail), thumbnail)
    }

    fun draw(photo: Photo, dp: Int) {
        val key = keys.keyFor(photo, dp)
        val thumbnail = cache.get(key)
        drawnBytes += thumbnail!!.bytes
    }
}

fun main(args: Array<String>) {
    val density = if (args[0] == "a") 1.5 else 2.0
    val cache = ThumbnailCache(maxBytes = 30_000)
    val gallery = Gallery(cache, ThumbnailKeys(density), Scaler(density))
    val photo = Photo(31, "beach.jpg", 1600, 1200)
    gallery.upload(Photo(30, "hotel.jpg", 1200, 1600), dp = 72)
    gallery.upload(photo, dp = 72)
    if (args[0] != "a") cache.trim()
    gallery.draw(photo, dp = 72)
}
