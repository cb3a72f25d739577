"""A field of an object that the trace shows being written before the object is handed on."""

from evaluation.project_text import project_files

CODE = project_files("""
// file: src/main/java/shop/Thumbs.java
package shop;

class Thumbs {
    byte[] open(android.database.Cursor cursor, String uri) {
        String path = cursor.getString(0);
        return thumb(path, uri);
    }
    byte[] thumb(String path, String uri) {
        Job job = new Job();
        job.path = path;
        return make(job);
    }
    byte[] make(Job job) {
        return read(job.path);
    }
    byte[] read(String path) {
        java.io.File file = new java.io.File(path);
        return null;
    }
    void clear(Job job) {
        job.path = null;
    }
}
class Job { String path; }
""")
CRASH = """java.lang.NullPointerException: Attempt to invoke virtual method 'char[] java.lang.String.toCharArray()' on a null object reference
    at java.io.File.fixSlashes(File.java:185)
    at java.io.File.<init>(File.java:134)
    at shop.Thumbs.read(Thumbs.java:17)
    at shop.Thumbs.make(Thumbs.java:14)
    at shop.Thumbs.thumb(Thumbs.java:11)
    at shop.Thumbs.open(Thumbs.java:6)
"""


def test_the_value_comes_from_what_was_written_on_the_way(bug):
    found = bug(CODE, CRASH).hypotheses()
    assert (found.value_source.line, "`Thumbs.open`" in found.value_source.statement) == (5, True)


def test_what_else_the_outermost_function_passes_on_is_not_followed(bug):
    assert bug(CODE, CRASH).hypotheses().passed_values == ()
