// a: SiteFile.effective
// b: LimitsMerge.merge
// why: a site without a common block skips the defaults, or a site that sets only the unit loses the common pressure
package planted.pumpsite;

import java.util.LinkedHashMap;
import java.util.Map;

class Limits {
    Integer maxPressure;
    Integer minFlow;
    String unit;

    static Limits of(Integer maxPressure, Integer minFlow, String unit) {
        Limits limits = new Limits();
        limits.maxPressure = maxPressure;
        limits.minFlow = minFlow;
        limits.unit = unit;
        return limits;
    }
}

class Defaults {
    Limits limits() {
        return Limits.of(16, 2, "bar");
    }

    int retries() {
        return 3;
    }
}

class LimitsMerge {
    Limits merge(Limits base, Limits over) {
        Limits merged = new Limits();
        merged.minFlow = over.minFlow != null ? over.minFlow : base.minFlow;
        if (over.unit == null) {
            merged.unit = base.unit;
            merged.maxPressure = base.maxPressure;
        } else {
            merged.unit = over.unit;
            merged.maxPressure = over.maxPressure;
        }
        return merged;
    }
}

class SiteConfig {
    final String name;
    final Limits limits;
    final Map<String, String> labels = new LinkedHashMap<>();

    SiteConfig(String name, Limits limits) {
        this.name = name;
        this.limits = limits;
    }
}

class SiteFile {
    private final Defaults defaults;
    private final LimitsMerge merge;
    private final Map<String, Limits> sites = new LinkedHashMap<>();
    private Limits common;

    SiteFile(Defaults defaults, LimitsMerge merge) {
        this.defaults = defaults;
        this.merge = merge;
    }

    void common(Limits limits) {
        common = limits;
    }

    void site(String name, Limits limits) {
        sites.put(name, limits);
    }

    SiteConfig effective(String name) {
        Limits own = sites.get(name);
        if (common == null) {
            return new SiteConfig(name, own);
        }
        return new SiteConfig(name, merge.merge(merge.merge(defaults.limits(), common), own));
    }
}

class Pump {
    private int pressure;

    void raise(int bar) {
        pressure += bar;
    }

    int pressure() {
        return pressure;
    }
}

class PumpController {
    private final SiteConfig config;
    private final Pump pump;

    PumpController(SiteConfig config, Pump pump) {
        this.config = config;
        this.pump = pump;
    }

    boolean step(int bar) {
        int allowed = config.limits.maxPressure - pump.pressure();
        pump.raise(Math.min(bar, allowed));
        return bar <= allowed;
    }
}

class Station {
    private final PumpController controller;

    Station(PumpController controller) {
        this.controller = controller;
    }

    String fill(int... steps) {
        StringBuilder log = new StringBuilder();
        for (int step : steps) {
            log.append(controller.step(step) ? '+' : '!');
        }
        return log.toString();
    }
}

class Main {
    public static void main(String[] args) {
        SiteFile file = new SiteFile(new Defaults(), new LimitsMerge());
        if (args[0].equals("b")) {
            file.common(Limits.of(12, 3, null));
        }
        file.site("Weir", Limits.of(null, 5, args[0].equals("a") ? null : "bar"));
        SiteConfig config = file.effective("Weir");
        System.out.println(new Station(new PumpController(config, new Pump())).fill(4, 4, 9));
    }
}
