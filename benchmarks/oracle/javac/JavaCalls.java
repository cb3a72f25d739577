import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.*;
import javax.lang.model.type.TypeKind;
import javax.tools.*;

/** Writes every call of Java sources as javac resolves it, one JSON object a line. */
public final class JavaCalls {
    /** Arguments: output, class path, folder of Java sources that stand for Kotlin ones, file with one source a line. */
    public static void main(String[] arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<String> options = List.of(
            "-proc:none", "-Xmaxerrs", "1000000", "-cp", arguments[1], "-sourcepath", arguments[2], "-implicit:none");
        List<String> paths = Files.readAllLines(Path.of(arguments[3]));
        JavacTask task = (JavacTask) compiler.getTask(
            new PrintWriter(System.err), manager, null, options, null, manager.getJavaFileObjectsFromStrings(paths));
        Iterable<? extends CompilationUnitTree> units = task.parse();
        try {
            task.analyze();
        } catch (RuntimeException | AssertionError problem) { // what was attributed until then still counts
            problem.printStackTrace();
        }
        try (Writer out = Files.newBufferedWriter(Path.of(arguments[0]))) {
            for (CompilationUnitTree unit : units) {
                new Walk(unit, Trees.instance(task), out).scan(unit, null);
            }
        }
    }

    private static final class Walk extends TreePathScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final Trees trees;
        private final SourcePositions positions;
        private final Writer out;
        private final String path;
        private final Deque<String> names = new ArrayDeque<>();
        private final Deque<String> owners = new ArrayDeque<>();
        private final Deque<String> classes = new ArrayDeque<>();
        private final Deque<String> properties = new ArrayDeque<>();
        private final Deque<String> around = new ArrayDeque<>();

        Walk(CompilationUnitTree unit, Trees trees, Writer out) {
            this.unit = unit;
            this.trees = trees;
            this.positions = trees.getSourcePositions();
            this.out = out;
            this.path = Path.of(unit.getSourceFile().toUri()).toString();
        }

        @Override
        public Void visitClass(ClassTree tree, Void nothing) {
            boolean named = tree.getSimpleName().length() > 0;
            if (named) classes.addLast(tree.getSimpleName().toString());
            owners.addLast("class");
            super.visitClass(tree, nothing);
            owners.removeLast();
            if (named) classes.removeLast();
            return null;
        }

        @Override
        public Void visitMethod(MethodTree tree, Void nothing) {
            boolean constructor = tree.getReturnType() == null;
            if (!constructor) {
                names.addLast(tree.getName().toString());
                around.addLast(path + ":" + ((JCTree.JCMethodDecl) tree).pos);
            }
            owners.addLast(constructor ? "constructor" : "function");
            super.visitMethod(tree, nothing);
            owners.removeLast();
            if (!constructor) {
                names.removeLast();
                around.removeLast();
            }
            return null;
        }

        @Override
        public Void visitVariable(VariableTree tree, Void nothing) {
            boolean field = getCurrentPath().getParentPath().getLeaf() instanceof ClassTree;
            if (field) {
                names.addLast(tree.getName().toString());
                properties.addLast(tree.getName().toString());
                owners.addLast("property");
            }
            super.visitVariable(tree, nothing);
            if (field) {
                names.removeLast();
                properties.removeLast();
                owners.removeLast();
            }
            return null;
        }

        @Override
        public Void visitBlock(BlockTree tree, Void nothing) {
            boolean initializer = getCurrentPath().getParentPath().getLeaf() instanceof ClassTree;
            if (initializer) owners.addLast("initializer");
            super.visitBlock(tree, nothing);
            if (initializer) owners.removeLast();
            return null;
        }

        @Override
        public Void visitAnnotation(AnnotationTree tree, Void nothing) {
            return null;
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void nothing) {
            Tree select = tree.getMethodSelect();
            String name = select instanceof MemberSelectTree
                ? ((MemberSelectTree) select).getIdentifier().toString() : select.toString();
            write(trees.getElement(new TreePath(getCurrentPath(), select)), name, select, "regular");
            return super.visitMethodInvocation(tree, nothing);
        }

        @Override
        public Void visitNewClass(NewClassTree tree, Void nothing) {
            Tree type = tree.getIdentifier();
            while (type instanceof ParameterizedTypeTree) type = ((ParameterizedTypeTree) type).getType();
            String written = type.toString();
            Element element = trees.getElement(getCurrentPath());
            if (tree.getClassBody() == null) {
                write(element, written.substring(written.lastIndexOf('.') + 1), type, "regular");
            }
            return super.visitNewClass(tree, nothing);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree tree, Void nothing) {
            write(trees.getElement(getCurrentPath()), tree.getName().toString(), tree, "reference");
            return super.visitMemberReference(tree, nothing);
        }

        private void write(Element element, String name, Tree at, String how) {
            long end = positions.getEndPosition(unit, at);
            if (end < 0) end = positions.getStartPosition(unit, at) + name.length();
            long start = Math.max(0, end - name.length());
            boolean known = element instanceof ExecutableElement && element.asType().getKind() == TypeKind.EXECUTABLE;
            boolean constructor = known && element.getKind() == ElementKind.CONSTRUCTOR;
            String shown = constructor ? element.getEnclosingElement().getSimpleName().toString() : name;
            StringBuilder line = new StringBuilder("{");
            field(line, "t", known ? "c" : "u").append(',');
            field(line, "file", path).append(",\"line\":").append(unit.getLineMap().getLineNumber(start));
            line.append(",\"start\":").append(start).append(",\"end\":").append(end).append(',');
            field(line, "name", shown).append(',');
            field(line, "how", how).append(',');
            list(line, "names", names).append(',');
            list(line, "around", around).append(',');
            list(line, "owners", owners).append(',');
            list(line, "classes", classes).append(',');
            list(line, "properties", properties);
            if (known) {
                String key = key((ExecutableElement) element);
                if (key != null) field(line.append(','), "to", key);
                field(line.append(','), "id", element.getEnclosingElement() + "." + element.getSimpleName());
                line.append(",\"ctor\":").append(constructor);
            }
            try {
                out.append(line.append("}\n"));
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }


        private String key(ExecutableElement element) {
            for (AnnotationMirror mark : element.getAnnotationMirrors()) {
                if (mark.getAnnotationType().toString().equals("oracle.Key")) {
                    return (String) mark.getElementValues().values().iterator().next().getValue();
                }
            }
            TreePath declared = trees.getPath(element);
            if (declared == null || !(declared.getLeaf() instanceof JCTree.JCMethodDecl)) return null;
            String file = Path.of(declared.getCompilationUnit().getSourceFile().toUri()).toString();
            return file + ":" + ((JCTree.JCMethodDecl) declared.getLeaf()).pos;
        }

        private static StringBuilder field(StringBuilder line, String name, String value) {
            return line.append('"').append(name).append("\":\"")
                .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ")).append('"');
        }

        private static StringBuilder list(StringBuilder line, String name, Collection<String> values) {
            line.append('"').append(name).append("\":[");
            String separator = "";
            for (String value : values) {
                line.append(separator).append('"').append(value).append('"');
                separator = ",";
            }
            return line.append(']');
        }
    }
}
