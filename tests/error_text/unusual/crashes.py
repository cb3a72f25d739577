"""Traces in logs, consoles and crash services."""

from __future__ import annotations

from tests.error_text.unusual.shape import Shape

SHAPES = (
    Shape(
        "coroutine dump of the debug agent",
        """Coroutines dump 2026/04/02 11:20:41

Coroutine "sync#4":StandaloneCoroutine{Active}@5e2de80c, state: SUSPENDED
	at app.sync.Queue.take(Queue.kt:40)
	at app.sync.Worker$run$2.invokeSuspend(Worker.kt:23)
	(Coroutine creation stacktrace)
	at kotlinx.coroutines.BuildersKt.launch$default(Builders.common.kt:48)
	at app.sync.Worker.start(Worker.kt:17)

Coroutine BlockingCoroutine{Active}@1d251891, state: RUNNING
	at app.MainKt.main(Main.kt:8)
""",
        "anr",
        culprit="app.sync.Queue.take:40",
    ),
    Shape(
        "Spring Boot's log before its failure analysis",
        """2026-03-02T09:12:44.310Z ERROR 7 --- [billing] [           main] o.s.boot.SpringApplication               : Application run failed

org.springframework.beans.factory.BeanCreationException: Error creating bean with name 'invoices' defined in file [/app/InvoiceService.class]: Failed to instantiate
	at org.springframework.beans.factory.support.ConstructorResolver.instantiate(ConstructorResolver.java:328) ~[spring-beans-6.2.1.jar!/:6.2.1]
	at app.billing.BillingApplicationKt.main(BillingApplication.kt:13) ~[!/:0.0.1]
Caused by: java.lang.IllegalArgumentException: rate must be positive
	at app.billing.InvoiceService.<init>(InvoiceService.kt:20) ~[!/:0.0.1]
	... 31 common frames omitted
""",
        "jvm_exception",
        types=(
            "org.springframework.beans.factory.BeanCreationException",
            "java.lang.IllegalArgumentException",
        ),
        culprit="app.billing.InvoiceService.<init>:20",
    ),
    Shape(
        "Ktor with Logback",
        """2026-02-11 18:03:20.904 [eventLoopGroupProxy-4-2] ERROR io.ktor.server.Application - Unhandled: GET - /orders/7
java.util.NoSuchElementException: order 7
	at app.orders.Orders.find(Orders.kt:52)
	at app.orders.RoutesKt$routes$1$1.invokeSuspend(Routes.kt:18)
	at io.ktor.server.routing.RoutingNode$buildPipeline$1.invokeSuspend(RoutingNode.kt:112)
""",
        "jvm_exception",
        types=("java.util.NoSuchElementException",),
        culprit="app.orders.Orders.find:52",
    ),
    Shape(
        "Logcat of Android Studio, copied from the new window",
        """---------------------------- PROCESS STARTED (9121) for package app.till ----------------------------
2026-05-04 14:01:07.552  9121-9121  AndroidRuntime          app.till                             E  FATAL EXCEPTION: main
                                                                                                    Process: app.till, PID: 9121
                                                                                                    java.lang.NullPointerException: drawer is closed
                                                                                                    \tat app.till.Drawer.count(Drawer.kt:27)
                                                                                                    \tat android.os.Handler.dispatchMessage(Handler.java:106)
---------------------------- PROCESS ENDED (9121) for package app.till ----------------------------
""",
        "jvm_exception",
        types=("java.lang.NullPointerException",),
        culprit="app.till.Drawer.count:27",
        thread="main",
    ),
    Shape(
        "Play Console's crash",
        """Exception java.lang.IllegalStateException: closed
  at app.till.Drawer.open (Drawer.kt:31)
  at app.till.DrawerFragment.onResume (DrawerFragment.kt:58)
  at android.app.Activity.performResume (Activity.java:8531)
  at java.lang.reflect.Method.invoke (Method.java)
""",
        "jvm_exception",
        types=("java.lang.IllegalStateException",),
        culprit="app.till.Drawer.open:31",
    ),
    Shape(
        "Crashlytics' text",
        """# Crashlytics - Stack trace
# Application: app.till
# Platform: android
# Version: 4.2 (420)

Fatal Exception: java.lang.ArithmeticException: divide by zero
       at app.till.Share.split(Share.kt:16)
       at app.till.ShareViewModel$split$1.invokeSuspend(ShareViewModel.kt:40)
       at kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)

main:
       at android.os.MessageQueue.nativePollOnce(MessageQueue.java)
""",
        "jvm_exception",
        types=("java.lang.ArithmeticException",),
        culprit="app.till.Share.split:16",
    ),
    Shape(
        "Bugsnag in an issue",
        """**java.lang.RuntimeException** in **DrawerActivity**
no drawer

## Stacktrace

    Drawer.kt:44 - app.till.Drawer.open
    DrawerActivity.kt:19 - app.till.DrawerActivity$onCreate$1.invoke
    Unknown:2 - app.till.DrawerActivity$sam$android_view_View_OnClickListener$0.onClick
""",
        "jvm_exception",
        types=("java.lang.RuntimeException",),
        culprit="app.till.Drawer.open:44",
    ),
    Shape(
        "Sentry's stack, copied as text",
        """java.lang.IllegalArgumentException: negative amount
    at app.till.Money.<init>(Money.kt:9)
    at app.till.Till.ring(Till.kt:61)
  In App
    at androidx.compose.foundation.ClickableNode$clickPointerInput$3.invoke(Clickable.kt:639)
""",
        "jvm_exception",
        types=("java.lang.IllegalArgumentException",),
        culprit="app.till.Money.<init>:9",
    ),
    Shape(
        "strict mode",
        """D/StrictMode: StrictMode policy violation; ~duration=41 ms: android.os.strictmode.DiskReadViolation
        at android.os.StrictMode$AndroidBlockGuardPolicy.onReadFromDisk(StrictMode.java:1659)
        at libcore.io.BlockGuardOs.open(BlockGuardOs.java:252)
        at app.till.Prefs.load(Prefs.kt:22)
""",
        "jvm_exception",
        types=("android.os.strictmode.DiskReadViolation",),
        culprit="app.till.Prefs.load:22",
    ),
    Shape(
        "coroutine context as a suppressed exception",
        """Exception in thread "DefaultDispatcher-worker-3" java.lang.IllegalStateException: feed is stale
	at app.feed.Feed.refresh(Feed.kt:73)
	at app.feed.FeedKt$poll$1.invokeSuspend(Feed.kt:101)
	at kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:34)
	at kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run(CoroutineScheduler.kt:704)
	Suppressed: kotlinx.coroutines.internal.DiagnosticCoroutineContextException: [CoroutineName(poll), StandaloneCoroutine{Cancelling}@4a5f3b1, Dispatchers.Default]
""",
        "jvm_exception",
        types=(
            "java.lang.IllegalStateException",
            "kotlinx.coroutines.internal.DiagnosticCoroutineContextException",
        ),
        culprit="app.feed.Feed.refresh:73",
        thread="DefaultDispatcher-worker-3",
    ),
    Shape(
        "the handler of uncaught exceptions fails",
        """Exception: java.lang.OutOfMemoryError thrown from the UncaughtExceptionHandler in thread "http-7"
""",
        "jvm_exception",
        types=("java.lang.OutOfMemoryError",),
        thread="http-7",
    ),
    Shape(
        "Room: a migration that forgot a column",
        """java.lang.IllegalStateException: Migration didn't properly handle: postings(app.data.Posting).
 Expected:
TableInfo {
    name = 'postings',
    columns = { id, amount, currency }
}
 Found:
TableInfo {
    name = 'postings',
    columns = { id, amount }
}
	at androidx.room.RoomOpenHelper.onUpgrade(RoomOpenHelper.kt:92)
	at app.data.Ledger.open(Ledger.kt:40)
""",
        "jvm_exception",
        types=("java.lang.IllegalStateException",),
        culprit="app.data.Ledger.open:40",
    ),
    Shape(
        "Koin cannot make an instance",
        """org.koin.core.error.InstanceCreationException: Could not create instance for '[Singleton: 'app.till.Printer']'
	at org.koin.core.instance.InstanceFactory.create(InstanceFactory.kt:59)
	at app.till.TillApp.onCreate(TillApp.kt:22)
Caused by: org.koin.core.error.NoDefinitionFoundException: No definition found for type 'app.till.Port' on scope '['_root_']'. Check your Modules configuration and add missing type and/or qualifier!
	at org.koin.core.scope.Scope.throwDefinitionNotFound(Scope.kt:303)
	at app.till.ModulesKt.till$lambda$0(Modules.kt:14)
	... 12 more
""",
        "jvm_exception",
        types=(
            "org.koin.core.error.InstanceCreationException",
            "org.koin.core.error.NoDefinitionFoundException",
        ),
        culprit="app.till.ModulesKt.till$lambda$0:14",
    ),
    Shape(
        "logcat of a process that the system killed and restarted",
        """05-04 14:02:00.001  9121  9140 E AndroidRuntime: FATAL EXCEPTION: OkHttp Dispatcher
05-04 14:02:00.001  9121  9140 E AndroidRuntime: Process: app.till, PID: 9121
05-04 14:02:00.001  9121  9140 E AndroidRuntime: java.net.UnknownServiceException: CLEARTEXT communication to till.test not permitted by network security policy
05-04 14:02:00.001  9121  9140 E AndroidRuntime: \tat okhttp3.internal.connection.RealConnection.connect(RealConnection.kt:188)
05-04 14:02:00.001  9121  9140 E AndroidRuntime: \tat app.till.net.Client.call(Client.kt:51)
05-04 14:02:00.230  1523  1801 I ActivityManager: Process app.till (pid 9121) has died: fg  TOP
""",
        "jvm_exception",
        types=("java.net.UnknownServiceException",),
        culprit="app.till.net.Client.call:51",
        thread="OkHttp Dispatcher",
    ),
    Shape(
        "the IDE's log of an exception with attachments, its message of two lines",
        """2026-02-03 10:11:12,345 [ 123456] SEVERE - #c.i.u.m.i.MessageBusImpl - Read access is allowed from inside read-action only
com.intellij.util.ui.RuntimeExceptionWithAttachments: Read access is allowed from inside read-action only
Current thread: Thread[#45,DefaultDispatcher-worker-3,5,main] 1234
\tat com.intellij.util.concurrency.ThreadingAssertions.createThreadAccessException(ThreadingAssertions.java:190)
\tat app.plugin.Rename.run(Rename.kt:33)
""",
        "jvm_exception",
        types=("com.intellij.util.ui.RuntimeExceptionWithAttachments",),
        culprit="app.plugin.Rename.run:33",
    ),
    Shape(
        "a proxy's method and a composition told by keys of its groups",
        """java.lang.IllegalStateException: no till
\tat $Proxy12.open(Unknown Source)
\tat app.till.TillKt.Till(Till.kt:27)
\tat android.os.Handler.dispatchMessage(Handler.java:109)
\tSuppressed: androidx.compose.runtime.tooling.DiagnosticComposeException: Composition stack when thrown:
\t\tat $$compose.m$-1234567(SourceFile:1)
\t\tat $$compose.m$1849434622(SourceFile:1)
""",
        "jvm_exception",
        types=(
            "java.lang.IllegalStateException",
            "androidx.compose.runtime.tooling.DiagnosticComposeException",
        ),
        culprit="app.till.TillKt.Till:27",
        frames=5,
    ),
    Shape(
        "a notebook's trace, which names the cell",
        """java.lang.IllegalStateException: no till
\tat Line_12_jupyter.<init>(Line_12.jupyter.kts:3) at Cell In[12], line 3
\tat java.base/jdk.internal.reflect.DirectConstructorHandleAccessor.newInstance(DirectConstructorHandleAccessor.java:62)
""",
        "jvm_exception",
        types=("java.lang.IllegalStateException",),
        frames=2,
    ),
    Shape(
        "Compose: the stack of composables below a crash in layout",
        "java.lang.IllegalStateException: Vertically scrollable component was measured with infinity\n"
        "\tat androidx.compose.foundation.CheckScrollableKt.check(CheckScrollable.kt:35)\n"
        "\tat androidx.compose.ui.node.LayoutNode.remeasure(LayoutNode.kt:1149)\n"
        "\tSuppressed: androidx.compose.runtime.tooling.DiagnosticComposeException: Composition stack when thrown:\n"
        "\t\tat ReusableComposeNode(Composables.kt:359)\n"
        "\t\tat Column(Column.kt:90)\n"
        "\t\tat TodoList(Todo.kt:27)\n"
        "\t\tat <lambda>(Main.kt:12)\n",
        "jvm_exception",
        types=(
            "java.lang.IllegalStateException",
            "androidx.compose.runtime.tooling.DiagnosticComposeException",
        ),
        culprit=None,
    ),
)
