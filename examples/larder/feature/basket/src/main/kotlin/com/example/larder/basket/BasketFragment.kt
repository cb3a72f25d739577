package com.example.larder.basket

import android.os.Bundle
import android.view.LayoutInflater
import android.view.View
import android.view.ViewGroup
import androidx.fragment.app.Fragment
import androidx.recyclerview.widget.RecyclerView

class BasketFragment : Fragment() {

    private val adapter = BasketAdapter()

    override fun onCreateView(inflater: LayoutInflater, container: ViewGroup?, state: Bundle?): View {
        val list = RecyclerView(inflater.context)
        list.adapter = adapter
        return list
    }

    fun show(state: BasketState) {
        adapter.submit(state.basket.items)
    }
}
