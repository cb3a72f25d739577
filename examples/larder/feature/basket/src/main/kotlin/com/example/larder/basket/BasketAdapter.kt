package com.example.larder.basket

import android.view.ViewGroup
import android.widget.TextView
import androidx.recyclerview.widget.RecyclerView
import com.example.larder.data.Item

class BasketAdapter : RecyclerView.Adapter<BasketAdapter.Row>() {

    class Row(val label: TextView) : RecyclerView.ViewHolder(label)

    private val items = mutableListOf<Item>()

    fun submit(next: List<Item>) {
        items.clear()
        items += next
        notifyDataSetChanged()
    }

    override fun getItemCount(): Int = items.size

    override fun onCreateViewHolder(parent: ViewGroup, viewType: Int): Row = Row(TextView(parent.context))

    override fun onBindViewHolder(row: Row, position: Int) {
        val item = items[position]
        row.label.text = item.name + "  " + PriceLabel.of(item)
    }
}
