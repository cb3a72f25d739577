// a: Agent.close
// b: Ticket.customerReplied
// why: a closed ticket still counts as open for its agent (open equals limit), or a ticket stays frozen after the customer's reply
package planted.helpdesk

class Ticket(val id: Int, val subject: String) {
    var frozen = false
        private set
    val messages = mutableListOf<String>()

    fun askCustomer(question: String) {
        messages += "agent: $question"
        frozen = true
    }

    fun customerReplied(text: String) {
        messages += "customer: $text"
    }
}

class Agent(val name: String, val limit: Int) {
    var open = 0
        private set
    private val closed = mutableListOf<Int>()

    fun take(ticket: Ticket) {
        open++
        ticket.messages += "taken by $name"
    }

    fun close(ticket: Ticket) {
        closed += ticket.id
        ticket.messages += "closed by $name"
    }
}

class Dispatcher(private val agents: List<Agent>) {
    private val assigned = mutableMapOf<Int, Agent>()

    fun agentNamed(name: String): Agent? = agents.find { it.name == name }

    fun assign(ticket: Ticket, agent: Agent?) {
        check(agent != null && agent.open < agent.limit && !ticket.frozen) { "Ticket cannot be assigned" }
        agent.take(ticket)
        assigned[ticket.id] = agent
    }
}

fun main(args: Array<String>) {
    val dispatcher = Dispatcher(listOf(Agent("Priya", 2), Agent("Lars", 3)))
    val agent = dispatcher.agentNamed("Priya")
    val ticket = Ticket(3, "Printer offline")
    if (args[0] == "a") {
        val earlier = listOf(Ticket(1, "New laptop"), Ticket(2, "Password"))
        earlier.forEach { dispatcher.assign(it, agent) }
        earlier.forEach { agent?.close(it) }
    } else {
        ticket.askCustomer("Which floor?")
        ticket.customerReplied("Second floor")
    }
    dispatcher.assign(ticket, agent)
    println(ticket.messages)
}
