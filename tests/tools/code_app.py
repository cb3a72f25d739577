"""A small Android app of two modules, Kotlin and Java, for the navigation tools' tests."""

from __future__ import annotations

from rca.workspace import Workspace
from tests.project_folder import write_file
from tests.tools.code_project import CodeProject

FILES = """\
// file: settings.gradle.kts
include(":app", ":core:data")
// file: app/build.gradle.kts
plugins { id("com.android.application") }
android { namespace = "shop.app" }
// file: core/data/build.gradle.kts
plugins { kotlin("jvm") }
// file: core/data/src/main/kotlin/shop/data/Basket.kt
package shop.data

import java.time.Instant
import java.util.UUID

interface Priced {
    val price: Int
}

data class Item(override val price: Int, val name: String) : Priced

class Basket(private val store: Store) {
    private val items = mutableListOf<Item>()

    fun add(item: Item) {
        items += item
        store.save(this)
    }

    fun total(): Int = items.sumOf { it.price }

    companion object {
        fun empty(): Basket = Basket(Store())
    }
}

fun Basket.isLarge(): Boolean = total() > LIMIT

const val LIMIT = 100
// file: core/data/src/main/kotlin/shop/data/Store.kt
package shop.data

class Store {
    fun save(basket: Basket) {}
}
// file: app/src/main/java/shop/app/BasketActivity.kt
package shop.app

import android.app.Activity
import android.os.Bundle
import shop.data.*

class BasketActivity : Activity() {
    private val basket = Basket.empty()

    override fun onCreate(state: Bundle?) {
        title = getString(R.string.basket_title)
        show()
    }

    private fun show() {
        if (basket.isLarge()) warn(basket)
    }
}

fun warn(basket: Basket) {
    Printer().print(basket.total())
}
// file: app/src/main/java/shop/app/Printer.java
package shop.app;

import shop.data.Basket;

public class Printer {
    public void print(int amount) {}

    public void printAll(Basket basket) {
        print(basket.total());
    }
}
// file: app/src/main/AndroidManifest.xml
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="shop.app">
    <application android:name=".ShopApp" android:label="@string/basket_title">
        <activity android:name=".BasketActivity" android:exported="true">
            <intent-filter>
                <action android:name="android.intent.action.MAIN" />
                <category android:name="android.intent.category.LAUNCHER" />
            </intent-filter>
        </activity>
    </application>
</manifest>
// file: app/src/main/java/shop/app/ShopApp.kt
package shop.app

import android.app.Application

class ShopApp : Application()
// file: app/src/main/res/values/strings.xml
<resources>
    <string name="basket_title">Basket</string>
</resources>
// file: app/src/test/java/shop/app/BasketTest.kt
package shop.app

import org.junit.Test
import shop.data.Basket
import shop.data.Item

class BasketTest {
    @Test
    fun adds() {
        val basket = Basket.empty()
        basket.add(Item(1, "pear"))
    }
}
"""


def make_app(project: CodeProject) -> CodeProject:
    """Write the app's files."""
    project.add(FILES)
    return project


USE_OF_BASKET = "package p\nimport shop.data.Basket\nfun use(one: Basket) = one.total()\n"


def add_folder(app: CodeProject, name: str, files: dict[str, str]) -> None:
    """Open another folder beside the app's in the same workspace."""
    other = app.root.parent / name
    for path, text in files.items():
        write_file(other, path, text)
    app.workspace = Workspace([app.root, other], app.root.parent / "data2")
    app.workspace.index()
