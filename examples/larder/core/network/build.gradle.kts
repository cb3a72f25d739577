plugins {
    alias(libs.plugins.android.library)
    alias(libs.plugins.kotlin.android)
}

android {
    namespace = "com.example.larder.network"
    compileSdk = 35
    defaultConfig { minSdk = 24 }
}

dependencies {
    api(libs.retrofit)
    implementation(libs.okhttp)
    implementation(libs.okhttp.logging)
}
