package planted.quiz;

import java.util.ArrayList;
import java.util.List;

/** How far a player is; levels count from zero. */
public final class Progress {
    private final String player;
    private final List<Integer> stars = new ArrayList<>();
    private int level;

    public Progress(String player, int level) {
        this.player = player;
        this.level = level;
    }

    public String getPlayer() {
        return player;
    }

    public int getLevel() {
        return level;
    }

    public List<Integer> getStars() {
        return stars;
    }

    public void finish(int earned) {
        stars.add(earned);
        if (earned > 0) {
            level++;
        }
    }
}
