import com.intellij.openapi.Disposable;
import com.intellij.openapi.util.Disposer;
import com.intellij.psi.PsiElement;
import com.intellij.psi.PsiErrorElement;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.jvm.compiler.EnvironmentConfigFiles;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinCoreEnvironment;
import org.jetbrains.kotlin.cli.FrontendConfigurationKeysKt;
import org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar;
import org.jetbrains.kotlin.config.CommonConfigurationKeys;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.lexer.KtTokens;
import org.jetbrains.kotlin.psi.*;

/** Prints what the compiler's own parser sees in each file named on standard input, a row a line. */
public final class Dump {
    private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

    public static void main(String[] arguments) throws Exception {
        Disposable disposable = Disposer.newDisposable();
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.put(CommonConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
        FrontendConfigurationKeysKt.setExtensionsStorage(
            configuration, new CompilerPluginRegistrar.ExtensionStorage());
        KotlinCoreEnvironment environment = KotlinCoreEnvironment.createForProduction(
            disposable, configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
        KtPsiFactory factory = new KtPsiFactory(environment.getProject(), false);
        BufferedReader names = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String name = names.readLine(); name != null; name = names.readLine()) {
            String text = Files.readString(Path.of(name)).replace("\r\n", "\n").replace('\r', '\n');
            if (text.startsWith("\uFEFF")) {
                text = text.substring(1);
            }
            OUT.println("file\t" + name);
            visit(factory.createFile("A.kt", text));
        }
        OUT.flush();
        Disposer.dispose(disposable);
    }

    private static void visit(PsiElement element) {
        if (element instanceof PsiErrorElement) {
            row("error", "", element);
        } else if (element instanceof KtAnnotationEntry) {
            return;
        } else {
            declaration(element);
            use(element);
        }
        for (PsiElement child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            visit(child);
        }
    }

    private static void declaration(PsiElement element) {
        if (element instanceof KtClassOrObject) {
            KtClassOrObject one = (KtClassOrObject) element;
            boolean literal = one instanceof KtObjectDeclaration && ((KtObjectDeclaration) one).isObjectLiteral();
            place("class", one.getNameIdentifier() == null ? "" : one.getName(), one);
        } else if (element instanceof KtNamedFunction && ((KtNamedFunction) element).getNameIdentifier() != null) {
            place("function", ((KtNamedFunction) element).getName(), (KtNamedFunction) element);
        } else if (element instanceof KtProperty && !((KtProperty) element).isLocal()) {
            place("property", ((KtProperty) element).getName(), (KtProperty) element);
        } else if (element instanceof KtParameter && ((KtParameter) element).hasValOrVar()
            && element.getParent().getParent() instanceof KtPrimaryConstructor) {
            place("property", ((KtParameter) element).getName(), (KtParameter) element);
        } else if (element instanceof KtTypeAlias) {
            place("typealias", ((KtTypeAlias) element).getName(), (KtTypeAlias) element);
        } else if (element instanceof KtSecondaryConstructor || element instanceof KtPrimaryConstructor) {
            row("constructor", "", element.getTextRange().getEndOffset());
        }
    }

    private static void use(PsiElement element) {
        if (element instanceof KtCallExpression && isCalled((KtCallExpression) element)) {
            KtExpression callee = ((KtCallExpression) element).getCalleeExpression();
            boolean named = callee instanceof KtNameReferenceExpression;
            String name = named ? ((KtNameReferenceExpression) callee).getReferencedName() : "invoke";
            row("call", name, callee == null ? element : callee);
        } else if (element instanceof KtSuperTypeCallEntry && !(element.getParent() instanceof KtInitializerList)) {
            row("new", "", element);
        } else if (element instanceof KtConstructorDelegationCall && !((KtConstructorDelegationCall) element).isImplicit()) {
            row("new", "", element);
        } else if (element instanceof KtCallableReferenceExpression) {
            PsiElement name = ((KtCallableReferenceExpression) element).getCallableReference();
            row("reference", name.getText(), name);
        } else if (element instanceof KtBinaryExpression) {
            KtOperationReferenceExpression sign = ((KtBinaryExpression) element).getOperationReference();
            if (sign.getReferencedNameElementType() == KtTokens.IDENTIFIER) {
                row("infix", sign.getReferencedName(), sign);
            }
        }
    }

    /** Tells a call from the type on the left of `List<String>::size`. */
    private static boolean isCalled(KtCallExpression call) {
        return call.getValueArgumentList() != null || !call.getLambdaArguments().isEmpty();
    }

    /** A declaration stands where its name does; one without a name is known by its end. */
    private static void place(String kind, String name, KtNamedDeclaration one) {
        PsiElement named = one.getNameIdentifier();
        row(kind, name, named == null ? one.getTextRange().getEndOffset() : named.getTextRange().getStartOffset());
    }

    private static void row(String kind, String name, PsiElement at) {
        row(kind, name, at.getTextRange().getStartOffset());
    }

    private static void row(String kind, String name, int offset) {
        OUT.println(kind + "\t" + offset + "\t" + (name == null ? "" : name));
    }
}
