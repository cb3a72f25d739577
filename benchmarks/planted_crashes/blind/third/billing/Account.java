package planted.billing;

import java.util.ArrayList;
import java.util.List;

public class Account {
    private final String owner;
    private String plan;
    private final List<String> history = new ArrayList<>();

    public Account(String owner) {
        this.owner = owner;
    }

    public void downgrade() {
        history.add("downgrade");
        plan = null;
    }

    public String getOwner() {
        return owner;
    }

    public String getPlan() {
        return plan;
    }

    public void setPlan(String plan) {
        this.plan = plan;
    }
}
