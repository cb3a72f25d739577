// a: Album.open
// b: Share.publish
// why: an album from the archive cannot be changed, or publishing it makes it so
package planted.album

import java.util.Collections

class Album(var photos: MutableList<String>) {
    var published = false

    companion object {
        fun open(names: String, archive: Boolean): Album {
            val photos = names.split(",")
            return Album(if (archive) Collections.unmodifiableList(photos) else ArrayList(photos))
        }
    }
}

class Share {
    fun publish(album: Album) {
        album.photos = Collections.unmodifiableList(album.photos)
        album.published = true
    }
}

class Camera {
    fun store(album: Album, name: String) {
        album.photos.add(name)
    }
}

fun main(args: Array<String>) {
    val album = Album.open("a,b", args[0] == "a")
    if (args[0] == "b") Share().publish(album)
    Camera().store(album, "c")
}
