// a: QuestionFile.read
// b: Editor.removeDuplicates
// why: the file counts right answers from one, or removing duplicates does not move the right answer
package planted.quiz;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

class Question {
    List<String> answers = new ArrayList<>();
    int right;
    boolean edited;
}

class QuestionFile {
    Question read(String line) {
        String[] parts = line.split(";");
        Question question = new Question();
        for (int i = 1; i < parts.length; i++) question.answers.add(parts[i]);
        question.right = Integer.parseInt(parts[0]);
        return question;
    }
}

class Editor {
    void removeDuplicates(Question question) {
        question.answers = new ArrayList<>(new LinkedHashSet<>(question.answers));
        question.edited = true;
    }
}

class Quiz {
    private int asked;

    String solution(Question question) {
        asked++;
        return question.answers.get(question.right);
    }
}

class Main {
    public static void main(String[] args) {
        Question question = new QuestionFile().read(args[0].equals("a") ? "2;yes;no" : "2;yes;yes;no");
        if (args[0].equals("b")) new Editor().removeDuplicates(question);
        System.out.println(new Quiz().solution(question));
    }
}
