plugins {
    alias(libs.plugins.android.library)
    alias(libs.plugins.kotlin.android)
}

android {
    namespace = "com.example.larder.basket"
    compileSdk = 35
    defaultConfig { minSdk = 24 }
}

dependencies {
    implementation(project(":core:data"))
    implementation(libs.recyclerview)
    implementation(libs.lifecycle.viewmodel)
    testImplementation(libs.junit)
}
