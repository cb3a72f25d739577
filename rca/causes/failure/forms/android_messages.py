# ruff: noqa: E501 - a pattern is read more easily on one line
"""Message forms of Android: resources, permissions, manifest, background starts, parcels, processes, lifecycle, threads.

Sources: AOSP `frameworks/base` (`ActivityThread`, `ContextImpl`, `Parcel`, `Resources`, `ViewRootImpl`,
`LayoutInflater`, `ActiveServices`), AndroidX Fragment, Lifecycle, Navigation, WorkManager, AppCompat.
"""

from __future__ import annotations

from rca.causes.failure.condition import Target
from rca.causes.failure.message_form import MessageForm

_STATE = "IllegalStateException IllegalArgumentException RuntimeException"
_FOREGROUND = (
    "RemoteServiceException ForegroundServiceDidNotStartInTimeException CannotPostForegroundServiceNotificationException "
    "BadForegroundServiceNotificationException AndroidRuntimeException"
)
_SECURITY = "SecurityException"

FORMS = (
    MessageForm(
        "NotFoundException",
        r"^(?:Drawable|File|Resource) (?P<name>(?!ID)[\w.:/-]+)",
        "resource",
        "The resource `{name}` cannot be loaded.",
    ),
    MessageForm(
        "NotFoundException",
        r"Resource ID #(?P<name>0x[0-9a-fA-F]+) type #0x0*2 is not valid",
        "resource",
        "The value of the resource {name} is an attribute of the theme (type #0x2), which the call does not resolve.",
    ),
    MessageForm(
        "NotFoundException",
        r"Resource ID #(?P<name>0x[0-9a-fA-F]+) type #(?P<other>0x[0-9a-fA-F]+) is not valid",
        "resource",
        "The value of the resource {name} is of the type #{other}, which the call does not take.",
    ),
    MessageForm(
        "NotFoundException",
        r"(?:Unable to find resource ID|String resource ID|String array resource ID|Resource ID|resource ID|resource) "
        r"\(?#?(?P<name>0x[0-9a-fA-F]+)",
        "resource",
        "There is no resource with the id {name} here; an int that is no resource id may have been taken for one.",
    ),
    MessageForm(
        "MissingResourceException",
        r"Can't find (?:resource for )?bundle (?P<other>[\w.$/]+),? (?:key|locale) (?P<name>\S+)",
        "resource",
        "The bundle has no `{name}`.",
    ),
    MessageForm(
        "InflateException RuntimeException",
        r"Binary XML file line #(?P<index>\d+)(?: in (?P<file>[\w.:/]+))?.*?Error inflating class (?P<name>[\w.$]+)",
        "inflation",
        "The layout's element `{name:simple}` at line {index} could not be made.",
    ),
    MessageForm(
        "InflateException",
        r"Binary XML file line #(?P<index>\d+)(?: in (?P<name>[\w.:/]+))?",
        "inflation",
        "A layout could not be inflated at line {index}.",
    ),
    MessageForm(
        "NullPointerException",
        r"Missing required view with ID: (?P<name>\S+)",
        "inflation",
        "The layout that was inflated has no view with the id `{name}`, which its binding requires.",
    ),
    MessageForm(
        "IllegalArgumentException IllegalStateException",
        r"(?:ID does not reference a View inside this|No view found for id (?P<name>\S+)(?: \((?P<other>[^)]+)\))?)",
        "inflation",
        "The layout has no view with that id.",
    ),
    MessageForm(
        "IllegalArgumentException IllegalStateException UnsupportedOperationException",
        r"(?P<why>You need to use a Theme\.\w+ theme|This component requires that you specify a valid \w+|"
        r"The style on this component requires your app theme to be [\w.]+|"
        r"This Activity already has an action bar supplied by the window decor|Failed to resolve attribute at index \d+)",
        "resource",
        "The theme lacks what a view asks of it: {why}.",
    ),
    MessageForm(
        "RuntimeException IllegalArgumentException",
        r"(?P<why>Canvas: trying to draw too large|Canvas: trying to use a recycled bitmap|Only fullscreen opaque "
        r"activities can request orientation)",
        "resource",
        "The system refuses: {why}.",
    ),
    MessageForm(
        _SECURITY,
        r"One of RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED should be specified",
        "permission",
        "A receiver was registered that does not say whether other apps may send to it (RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED).",
        lambda _groups: Target("call", "registerReceiver"),
    ),
    MessageForm(
        _SECURITY,
        r"(?:requires|require) (?:permissions?:? )?(?:.*?\[)?(?P<name>android\.permission\.\w+)",
        "permission",
        "The permission `{name}` is required and not granted.",
    ),
    MessageForm(
        _SECURITY,
        r"(?<![\w.])(?P<name>(?:[a-z][\w]*\.)+permission\.\w+|\b[A-Z]{4,}(?:_[A-Z]+)+\b)",
        "permission",
        "The permission `{name}` is required and not granted.",
    ),
    MessageForm(
        _SECURITY,
        r"(?:not exported from uid|No (?:persistable )?permission grants? found for|Permission Denial|"
        r"has no access to|obtain access using ACTION_OPEN_DOCUMENT)[^\n]*",
        "permission",
        "Access to a component or document of another app is not granted.",
    ),
    MessageForm(
        _SECURITY,
        r"One of RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED should be specified",
        "manifest",
        "A receiver was registered without saying whether it is exported, which Android 14 requires.",
        lambda _groups: Target("call", "registerReceiver"),
    ),
    MessageForm(
        "IllegalArgumentException",
        r"Targeting S\+ \(version 31 and above\) requires that one of FLAG_IMMUTABLE or FLAG_MUTABLE",
        "manifest",
        "A PendingIntent was made without FLAG_IMMUTABLE or FLAG_MUTABLE, which Android 12 requires.",
        lambda _groups: Target(
            "call", "getActivity getBroadcast getService getForegroundService getActivities"
        ),
    ),
    MessageForm(
        "ActivityNotFoundException",
        r"Unable to find explicit activity class \{(?P<name>[^}]+)\}",
        "manifest",
        "The activity `{name}` is not there: not declared in its app's manifest, disabled, or its app is not installed.",
        lambda _groups: Target("call", "startActivity startActivityForResult launch"),
    ),
    MessageForm(
        "ActivityNotFoundException",
        r"No Activity found to handle Intent \{(?P<name>[^}]*)\}",
        "manifest",
        "No app on the device handles the intent `{name}`.",
        lambda _groups: Target("call", "startActivity startActivityForResult launch"),
    ),
    MessageForm(
        "InvalidForegroundServiceTypeException MissingForegroundServiceTypeException SecurityException",
        r"(?:Starting FGS (?:without a type|with type (?P<name>\w+))|foregroundServiceType[^\n]*)",
        "manifest",
        "The foreground service has no type[ (`{name}`)] that its manifest entry and permissions allow.",
        lambda _groups: Target("call", "startForeground"),
    ),
    MessageForm(
        "ForegroundServiceStartNotAllowedException BackgroundServiceStartNotAllowedException IllegalStateException",
        r"(?:startForegroundService\(\) not allowed|Not allowed to start service Intent|Service\.startForeground\(\) not allowed)"
        r"(?:.*?(?P<name>[\w.]+/[\w.$]+))?",
        "background_start",
        "A service was started while the app was in the background.",
        lambda _groups: Target("call", "startService startForegroundService startForeground"),
    ),
    MessageForm(
        _FOREGROUND,
        r"Context\.startForegroundService\(\) did not then call Service\.startForeground\(\)(?:: ServiceRecord\{\S+ \S+ "
        r"(?P<name>[\w./$]+))?",
        "background_start",
        "A service that was started in the foreground did not call startForeground in time.",
    ),
    MessageForm(
        _FOREGROUND,
        r"Bad notification(?: for startForeground)?(?:.*?(?P<why>invalid channel|Couldn't inflate|invalid service notification))?",
        "background_start",
        "The notification of a foreground service is not valid.",
    ),
    MessageForm(
        "AndroidRuntimeException",
        r"Calling startActivity\(\) from outside of an Activity",
        "background_start",
        "An activity was started from a context that is no activity, without FLAG_ACTIVITY_NEW_TASK.",
        lambda _groups: Target("call", "startActivity"),
    ),
    MessageForm(
        "TransactionTooLargeException RuntimeException",
        r"data parcel size (?P<size>\d+) bytes",
        "parcel",
        "{size} bytes were to be sent to another process, which is too much.",
    ),
    MessageForm(
        "BadParcelableException RuntimeException",
        r"(?:ClassNotFoundException when unmarshalling:|Parcelable encountered ClassNotFoundException reading a "
        r"Serializable object \(name =|Parcelable protocol requires[^\n]*? (?:class|on class)) (?P<name>[\w.$]+)",
        "parcel",
        "A Parcel holds a `{name:simple}`, which the class loader does not find.",
    ),
    MessageForm(
        "RuntimeException IllegalArgumentException",
        r"(?:Parcel: unable to marshal value|Parcelable encountered IOException writing serializable object \(name =) "
        r"(?:\(?class )?(?P<name>[\w.$]+)",
        "parcel",
        "A `{name:simple}` cannot be written to a Parcel.",
    ),
    MessageForm(
        "RuntimeException BadParcelableException",
        r"Parcel (?:android\.os\.Parcel@\w+)?: Unmarshalling unknown type code (?P<index>\d+) at offset (?P<size>\d+)",
        "parcel",
        "What is read from the Parcel is not what was written at that place.",
    ),
    MessageForm(
        "IllegalStateException IllegalArgumentException",
        r"(?:Fragment|fragment) (?P<name>[\w.$]+?)?(?:\{[^}]*\})?(?: \([^)]*\))* ?not attached to (?:a |an )?(?P<expected>[\w ]+)",
        "lifecycle",
        "The fragment was used while it was not attached to {expected}.",
        lambda _groups: Target(
            "call",
            "requireContext requireActivity getString getResources requireFragmentManager requireHost "
            "getParentFragmentManager requireParentFragment requireView getChildFragmentManager startActivity "
            "startActivityForResult requestPermissions getText getLayoutInflater registerForActivityResult",
        ),
    ),
    MessageForm(
        "IllegalStateException",
        r"Fragment (?P<name>[\w.$]+)(?:\{[^}]*\})?(?: \([^)]*\))* did not return a View from onCreateView\(\) or this was "
        r"called before onCreateView\(\)",
        "lifecycle",
        "The view of `{name}` was asked for before onCreateView or after onDestroyView.",
        lambda _groups: Target("call", "requireView"),
    ),
    MessageForm(
        "IllegalStateException",
        r"Can(?:no|')t access the Fragment View's LifecycleOwner(?: for (?P<name>[\w.$]+))?",
        "lifecycle",
        "viewLifecycleOwner was used before onCreateView or after onDestroyView.",
        lambda _groups: Target("call", "getViewLifecycleOwner"),
    ),
    MessageForm(
        "IllegalStateException",
        r"Can not perform this action after onSaveInstanceState",
        "lifecycle",
        "A fragment transaction was committed after the state had been saved.",
        lambda _groups: Target(
            "call",
            "commit commitNow show popBackStack popBackStackImmediate dismiss executePendingTransactions",
        ),
    ),
    MessageForm(
        "IllegalStateException",
        r"FragmentManager (?:has been destroyed|is already executing transactions|has not been attached to a host)",
        "lifecycle",
        "The FragmentManager was used while it could not be: it was destroyed, or busy.",
    ),
    MessageForm(
        "IllegalStateException",
        r"Fragment (?P<name>[\w.$]+) must be a public static class",
        "lifecycle",
        "Android cannot make `{name:simple}` again: a fragment's class has to be public and not inner, anonymous or local.",
    ),
    MessageForm(
        "IllegalStateException",
        r"ViewTree(?P<name>LifecycleOwner|SavedStateRegistryOwner|ViewModelStoreOwner) not found",
        "lifecycle",
        "A view of Compose is in a window whose root view has no {name}.",
    ),
    MessageForm(
        "IllegalStateException IllegalArgumentException",
        r"Fragment (?P<name>[\w.$]+)(?:\{[^}]*\})? ?(?:\([^)]*\))? ?(?:has not been attached yet|already added|is not currently "
        r"in the FragmentManager|does not have a NavController set)",
        "lifecycle",
        "The fragment `{name}` is not in the state that the call asks for.",
    ),
    MessageForm(
        "InstantiationException",
        r"Unable to instantiate fragment (?P<name>[\w.$]+):? (?P<why>[^\n]*)",
        "lifecycle",
        "The fragment `{name:simple}` cannot be made anew by the system: {why}",
    ),
    MessageForm(
        "IllegalStateException IllegalArgumentException",
        r"(?:View (?P<other>\S+) does not have a NavController set|Navigation (?:action/)?destination (?P<name>\S+) "
        r"(?:referenced from action \S+ )?cannot be found|No current destination found)",
        "lifecycle",
        "Navigation was asked from a state in which that destination or controller is not there.",
        lambda _groups: Target("call", "navigate findNavController popBackStack navigateUp"),
    ),
    MessageForm(
        "IllegalStateException",
        r"LifecycleOwner (?P<name>\S+) is attempting to register while current state is (?P<actual>\w+)",
        "lifecycle",
        "A result launcher was registered when the owner was already {actual}.",
        lambda _groups: Target("call", "registerForActivityResult register"),
    ),
    MessageForm(
        "IllegalStateException",
        r"There are multiple DataStores active for the same file: (?P<name>\S+?)\.? ",
        "lifecycle",
        "Two DataStores are open on `{name}`.",
    ),
    MessageForm(
        "IllegalStateException",
        r"(?P<name>WorkManager) is not initialized properly|\b(?P<other>\w+) (?:is|has|was) not (?:been )?(?:yet )?initiali[sz]ed",
        "lifecycle",
        "[`{name}`][`{other}`] was used before it was initialised.",
    ),
    MessageForm(
        "BadTokenException",
        r"Unable to add window -- token (?P<name>\S+) is not (?:valid|for an application)",
        "lifecycle",
        "A dialog or window was shown on an activity that is not running, or with a context that is no activity.",
        lambda _groups: Target("call", "show addView showAtLocation showAsDropDown"),
    ),
    MessageForm(
        "IllegalArgumentException",
        r"(?:Receiver not registered: (?P<name>[\w.$]+)|Service not registered: (?P<other>[\w.$]+)|"
        r"View[^\n]*not attached to window manager)",
        "lifecycle",
        "What was unregistered or removed was not registered[: {name}][: {other}].",
        lambda _groups: Target(
            "call", "unregisterReceiver unbindService dismiss removeView removeViewImmediate"
        ),
    ),
    MessageForm(
        "IllegalStateException",
        r"The specified child already has a parent",
        "lifecycle",
        "A view was added while it still had another parent.",
        lambda _groups: Target("call", "addView setContentView inflate"),
    ),
    MessageForm(
        "IllegalStateException",
        r"The content of the adapter has changed but (?:ListView|\w+) did not receive a notification|Cannot call this method while "
        r"RecyclerView is computing a layout or scrolling",
        "lifecycle",
        "An adapter changed, or its view was told, at a time when the view does not allow it.",
    ),
    MessageForm(
        "IllegalStateException",
        r"(?P<name>(?:getSupportFragmentManager|startActivityForResult|stop|start|prepare\w*|setDataSource|pause|release|"
        r"getCurrentPosition|reset|isPlaying)\w*)\(?\)? (?:called|was called) (?:in|while|after)[^\n]*",
        "lifecycle",
        "`{name}` was called in a state that does not allow it.",
    ),
    MessageForm(
        "SuperNotCalledException",
        r"(?:Activity|Fragment) (?:\{?(?P<other>[\w./]+)\}? )?(?P<owner>\S+)? ?did not call through to super\.(?P<name>\w+)",
        "lifecycle",
        "`{name}` does not call super.",
    ),
    MessageForm(
        "CalledFromWrongThreadException RuntimeException",
        r"Only the original thread that created a view hierarchy can touch its views",
        "wrong_thread",
        "A view was touched from a thread that is not its own.",
    ),
    MessageForm(
        "RuntimeException IllegalStateException NullPointerException",
        r"Can't (?:create handler inside thread|toast on a thread)[^\n]*(?:that has not called|not called) Looper\.prepare\(\)",
        "wrong_thread",
        "A Handler or Toast was made on a thread that has no Looper.",
    ),
    MessageForm(
        _STATE,
        r"(?:Cannot invoke (?P<name>\w+) on a background thread|(?:[Mm]ust|[Ss]hould|[Cc]an only) (?:only )?be (?:called|invoked|used|"
        r"accessed|run|executed) (?:on|from|in) (?:the )?(?:main|UI|application|event|background)[ -]?(?:application )?thread|"
        r"[Nn]ot (?:on|in) (?:the )?(?:main|UI) thread|(?:is|was) accessed on the wrong thread|Animators may only be run on Looper threads)",
        "wrong_thread",
        "A call that belongs to one thread came from another.",
    ),
    MessageForm(
        "DeadObjectException DeadSystemException",
        r"(?P<why>.*)",
        "dead_process",
        "The process on the other side of a call is gone.",
    ),
)
