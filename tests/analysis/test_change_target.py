"""What history is asked about an error."""

import pytest

from models.code import ProjectFrame
from rca.analysis.change_target import change_target
from rca.analysis.investigation_results import Findings
from rca.error_text import parse
from tests.indexed_project import indexed

FILES = "// file: app/src/main/kotlin/com/shop/cart/Cart.kt\npackage com.shop.cart\n\nfun pay() = 1\n"
PLACE = ProjectFrame(
    file_path="app/src/main/kotlin/com/shop/cart/Cart.kt", line=3, class_name=None, method=None, text=""
)


@pytest.mark.parametrize(
    ("text", "libraries"),
    [
        ("java.lang.Error: x\n    at okhttp3.Request.url(Request.kt:1)\n", ("okhttp3.Request",)),
        ("java.lang.Error: x\n    at com.shop.net.Http.run(Http.kt:1)\n", ("net.Http",)),
        ("java.lang.Error: no com.squareup.moshi.JsonAdapter\n", ("com.squareup.moshi.JsonAdapter",)),
        ("java.lang.Error: null\n    at java.lang.Thread.run(Thread.java:1)\n", ()),
    ],
)
def test_the_libraries_of_an_error(tmp_path, text, libraries):
    snapshot = indexed(tmp_path / "project", FILES).snapshot
    found = Findings(error=parse(text, ("com.shop.cart",)), frames=(PLACE,), culprit=PLACE)
    asked = change_target(found, text, (), snapshot)
    assert asked is not None
    assert asked[1].libraries == libraries
