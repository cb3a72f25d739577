"""Spring Boot's analyses of why an application did not start."""

from __future__ import annotations

from tests.error_text.unusual.shape import Shape

_STARS = "***************************"


def _analysis(description: str, action: str) -> str:
    return f"{_STARS}\nAPPLICATION FAILED TO START\n{_STARS}\n\nDescription:\n\n{description}\n\nAction:\n\n{action}\n"


SHAPES = (
    Shape(
        "Spring Boot: a bean that nobody makes",
        "2026-11-20T10:12:13.456+01:00 ERROR 4711 --- [           main] o.s.b.d.LoggingFailureAnalysisReporter   : \n\n"
        + _analysis(
            "Parameter 1 of constructor in app.orders.OrderService required a bean of type "
            "'app.orders.OrderRepository' that could not be found.\n",
            "Consider defining a bean of type 'app.orders.OrderRepository' in your configuration.\n",
        ),
        "jvm_exception",
        types=("org.springframework.beans.factory.NoSuchBeanDefinitionException",),
        culprit="app.orders.OrderService.<init>:None",
    ),
    Shape(
        "Spring Boot: a bean for a method, with candidates",
        _analysis(
            "Parameter 0 of method ledger in app.config.LedgerConfig required a bean of type 'java.time.Clock' "
            "that could not be found.\n\nThe following candidates were found but could not be injected:\n"
            "\t- Bean method 'clock' in 'ClockConfig' not loaded because @ConditionalOnProperty (clock) did not "
            "find property 'clock'\n",
            "Consider revisiting the entries above or defining a bean of type 'java.time.Clock' in your "
            "configuration.\n",
        ),
        "jvm_exception",
        types=("org.springframework.beans.factory.NoSuchBeanDefinitionException",),
        culprit="app.config.LedgerConfig.ledger:None",
    ),
    Shape(
        "Spring Boot: two beans where one is wanted",
        _analysis(
            "Field mailer in app.notices.Notices required a single bean, but 2 were found:\n"
            "\t- smtpMailer: defined in file [/srv/build/classes/kotlin/main/app/notices/SmtpMailer.class]\n"
            "\t- logMailer: defined by method 'logMailer' in class path resource [app/notices/MailConfig.class]\n",
            "Consider marking one of the beans as @Primary, updating the consumer to accept multiple beans, or "
            "using @Qualifier to identify the bean that should be consumed\n",
        ),
        "jvm_exception",
        types=("org.springframework.beans.factory.NoUniqueBeanDefinitionException",),
        culprit="app.notices.Notices.None:None",
    ),
    Shape(
        "Spring Boot: beans in a circle",
        _analysis(
            "The dependencies of some of the beans in the application context form a cycle:\n\n"
            "┌─────┐\n"
            "|  orderService defined in file [/srv/target/classes/app/orders/OrderService.class]\n"
            "↑     ↓\n"
            "|  invoiceService (field private app.orders.OrderService app.orders.InvoiceService.orders)\n"
            "└─────┘\n",
            "Relying upon circular references is discouraged and they are prohibited by default.\n",
        ),
        "jvm_exception",
        types=("org.springframework.beans.factory.BeanCurrentlyInCreationException",),
        culprit="app.orders.OrderService.None:None",
    ),
    Shape(
        "Spring Boot: the port is taken",
        _analysis(
            "Web server failed to start. Port 8080 was already in use.",
            "Identify and stop the process that's listening on port 8080.\n",
        ),
        "jvm_exception",
        types=("org.springframework.boot.web.server.PortInUseException",),
        culprit=None,
    ),
    Shape(
        "Spring Boot: a property that does not fit",
        _analysis(
            "Failed to bind properties under 'till.limit' to app.till.TillProperties:\n\n"
            '    Property: till.limit\n    Value: "many"\n'
            "    Origin: class path resource [application.yml] - 7:10\n"
            "    Reason: failed to convert java.lang.String to int\n",
            "Update your application's configuration\n",
        ),
        "jvm_exception",
        types=("org.springframework.boot.context.properties.bind.BindException",),
        culprit="app.till.TillProperties.None:None",
    ),
    Shape(
        "Spring Boot: a method that is not there, the end cut off",
        f"{_STARS}\nAPPLICATION FAILED TO START\n{_STARS}\n\nDescription:\n\n"
        "An attempt was made to call a method that does not exist. The attempt was made from the following location:\n",
        "jvm_exception",
        types=("java.lang.NoSuchMethodError",),
        culprit=None,
    ),
    Shape(
        "Spring Boot: words of an analyzer that nobody knows",
        _analysis("The ledger of shop 7 is locked.", "Unlock it.\n"),
        "jvm_exception",
        types=("org.springframework.boot.diagnostics.FailureAnalysis",),
        culprit=None,
    ),
    Shape(
        "Spring Boot: the trace stands above the analysis",
        "ERROR 4711 --- [main] o.s.boot.SpringApplication : Application run failed\n\n"
        "java.lang.IllegalStateException: no tax table\n"
        "\tat app.tax.Taxes.load(Taxes.kt:19)\n"
        "\tat org.springframework.boot.SpringApplication.run(SpringApplication.java:343)\n"
        "\tat app.MainKt.main(Main.kt:9)\n\n" + _analysis("no tax table", "Bring one.\n"),
        "jvm_exception",
        types=("java.lang.IllegalStateException",),
        culprit="app.tax.Taxes.load:19",
    ),
    Shape(
        "Spring Boot: the title alone in a sentence",
        "It prints APPLICATION FAILED TO START and then nothing.\nDescription:\nnone\n",
        "unknown",
        types=(),
    ),
)
