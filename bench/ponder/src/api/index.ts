// Ponder does not start without a server; nobody asks this one.
import { Hono } from 'hono'

export default new Hono()
