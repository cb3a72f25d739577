"""Missing bindings: who asks, and what comes close to providing the type."""

import pytest

from tests.causes.configuration.shop import causes, shown

BASE = "app/src/main/kotlin/a/b/c"
HILT = """e: /w/App_HiltComponents.java:126: error: [Dagger/MissingBinding] {asked}a.b.c.Cart cannot be provided without an @Provides-annotated method.
  public abstract static class SingletonC implements App_GeneratedInjector,
                         ^
      {asked}a.b.c.Cart is injected at
          [a.b.App_HiltComponents.ViewModelC] a.b.c.Till(cart)
      a.b.c.Till is injected at
          [a.b.App_HiltComponents.ViewModelC] a.b.c.Till_HiltModules.BindsModule.binds(arg0)
"""
TYPES = "package a.b.c\n\ninterface Cart\nclass RealCart @Inject constructor() : Cart\n"
TILL = "package a.b.c\n\nclass Till @Inject constructor(\n    private val name: String,\n    private val cart: Cart,\n)\n"


def module(provider, header="@Module\n@InstallIn(SingletonComponent::class)"):
    return f"package a.b.c\n\n{header}\nobject ShopModule {{\n    {provider}\n}}\n"


def explain(folder, provider, header="@Module\n@InstallIn(SingletonComponent::class)", asked=""):
    files = {
        f"{BASE}/Cart.kt": TYPES,
        f"{BASE}/Till.kt": TILL,
        f"{BASE}/ShopModule.kt": module(provider, header),
    }
    cause = causes(folder, HILT.format(asked=asked), files)[0]
    return cause.statement, [shown(cause, number) for number in range(len(cause.spans))]


@pytest.mark.parametrize(
    ("provider", "header", "asked", "lacks"),
    [
        (
            '@Provides @Named("x") fun cart(): Cart = RealCart()',
            "@Module\n@InstallIn(SingletonComponent::class)",
            "",
            "provides it under `@Named`, and it is asked for without that qualifier",
        ),
        (
            "@Provides fun cart(): Cart = RealCart()",
            "@Module\n@InstallIn(SingletonComponent::class)",
            '@javax.inject.Named("x") ',
            "provides it without the qualifier `@Named` that is asked for",
        ),
        (
            "@Provides fun cart(): Cart = RealCart()",
            "@Module\n@InstallIn(ActivityComponent::class)",
            "",
            "provides it in `ActivityComponent`, whose bindings `ViewModelComponent` does not see",
        ),
        (
            "@Provides fun cart(): Cart = RealCart()",
            "@Module",
            "",
            "provides it in a module that no component installs (`@InstallIn` is missing)",
        ),
        (
            "@Provides fun cart(): Cart = RealCart()",
            "@Module\n@InstallIn(SingletonComponent::class)",
            "",
            "provides it, and what is compiled here does not have its module `ShopModule`",
        ),
        (
            "@Provides fun cart(): RealCart = RealCart()",
            "@Module\n@InstallIn(SingletonComponent::class)",
            "",
            "provides `RealCart`, which implements it, and binds that type alone",
        ),
    ],
)
def test_what_keeps_a_provider_from_being_used(tmp_path, provider, header, asked, lacks):
    statement, places = explain(tmp_path, provider, header, asked)
    assert lacks in statement
    assert places[0].startswith(f"{BASE}/ShopModule.kt:")


def test_who_asks_is_named_with_the_parameter(tmp_path):
    statement, places = explain(tmp_path, "@Provides fun desk(): Desk = Desk()")
    assert statement.endswith("`Till` asks for it.")
    assert f"{BASE}/Till.kt:5" in places


KOIN = (
    "org.koin.core.error.InstanceCreationException: Could not create instance for '[Single:'a.b.c.Till']'\n"
    "Caused by: org.koin.core.error.NoBeanDefFoundException: No definition found for class:'a.b.c.Cart'. "
    "Check your definitions!\n"
)


def test_a_koin_module_that_nothing_loads(tmp_path):
    files = {
        f"{BASE}/Cart.kt": "package a.b.c\nclass Cart\n",
        f"{BASE}/Till.kt": TILL,
        f"{BASE}/Modules.kt": "package a.b.c\nval shop = module { single { Till(get()) } }\nval cart = module {\n    single { Cart() }\n}\n",
        f"{BASE}/App.kt": "package a.b.c\nfun start() = startKoin { modules(shop) }\n",
    }
    cause = causes(tmp_path, KOIN, files)[0]
    assert (cause.mechanism, shown(cause)) == ("missing_binding", f"{BASE}/Modules.kt:3")
    assert "`cart` defines it, and nothing loads `cart`" in cause.statement
    assert "`Till` asks for it" in cause.statement


def test_kodein_has_its_own_words(tmp_path):
    files = {
        f"{BASE}/Cart.kt": "package a.b.c\nclass Cart\n",
        f"{BASE}/Modules.kt": 'package a.b.c\nval cart = DI.Module("cart") {\n    bind<Cart>() with singleton { Cart() }\n}\n',
    }
    text = (
        "org.kodein.di.DI$NotFoundException: No binding found for bind<a.b.c.Cart>() with ?<Any>().? { ? }\n"
    )
    cause = causes(tmp_path, text, files)[0]
    assert (cause.mechanism, shown(cause)) == ("missing_binding", f"{BASE}/Modules.kt:2")


def test_a_component_outside_the_packages_that_spring_scans(tmp_path):
    files = {
        "app/src/main/kotlin/a/app/App.kt": "package a.app\n\n@SpringBootApplication\nclass App\n",
        f"{BASE}/Cart.kt": "package a.b.c\n\n@Service\nclass Cart\n",
    }
    text = "org.springframework.beans.factory.NoSuchBeanDefinitionException: No qualifying bean of type 'a.b.c.Cart' available: expected at least 1 bean\n"
    cause = causes(tmp_path, text, files)[0]
    assert shown(cause) == "app/src/main/kotlin/a/app/App.kt:3-4"
    assert "only `a.app` and below are scanned" in cause.statement
