// A Maven project whose tests run offline with Debian's JUnit.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const plugin = (name, version) => `<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`;
const dependency = (name) => `<dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter-${name}</artifactId><version>5.9.2</version></dependency>`;
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>${["api", "engine", "params"].map(dependency).join("")}</dependencies>
  <build><plugins>${plugin("resources", "3.3.0")}${plugin("compiler", "3.10.1")}${plugin("surefire", "2.22.3")}</plugins></build>
</project>
`;
const BASKET = `package shop;

public class Basket {
    public int total(int price, int pieces) {
        return price + pieces;
    }
}
`;
const CONTRACT = `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

abstract class PriceContract {
    @Test
    void nothingCostsNothing() {
        assertEquals(0, new Basket().total(0, 0));
    }
}
`;
const TEST = `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BasketTest extends PriceContract {
    @Test
    @DisplayName("three pieces cost three times as much")
    void multiplies() {
        assertEquals(12, new Basket().total(4, 3));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 5})
    void onePieceCostsItsPrice(int price) {
        assertEquals(price, new Basket().total(price, price == 5 ? 1 : 0));
    }

    @Nested
    class WhenEmpty {
        @Test
        void costsNothing() {
            assertEquals(0, new Basket().total(0, 0));
        }
    }
}
`;

/** Make the project, and give what to open. */
export function testing({ root, repository }) {
  if (!existsSync("/usr/share/maven-repo/org/junit/jupiter/junit-jupiter-params")) execFileSync(join(repository, ".ci", "packages"), ["builds"], { stdio: "inherit" });
  const folder = join(root, "shop");
  write(join(folder, "pom.xml"), POM);
  write(join(folder, "src", "main", "java", "shop", "Basket.java"), BASKET);
  write(join(folder, "src", "test", "java", "shop", "PriceContract.java"), CONTRACT);
  write(join(folder, "src", "test", "java", "shop", "BasketTest.java"), TEST);
  write(join(folder, "mvnw"), '#!/bin/sh\nexec mvn -o -Dmaven.repo.local=/usr/share/maven-repo "$@"\n');
  chmodSync(join(folder, "mvnw"), 0o755);
  return { folder };
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
