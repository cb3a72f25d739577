package com.example.larder

import android.os.Bundle
import androidx.fragment.app.FragmentActivity
import com.example.larder.basket.BasketFragment

class MainActivity : FragmentActivity() {

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        if (savedInstanceState == null) {
            supportFragmentManager.beginTransaction()
                .add(android.R.id.content, BasketFragment())
                .commit()
        }
    }

    override fun onResume() {
        super.onResume()
        val app = application as LarderApplication
        title = getString(R.string.app_name) + " (" + app.database.pendingCount() + ")"
    }
}
