import type { FastifyReply, FastifyRequest } from 'fastify'

/** One line for each answer. The query stays out of it: what somebody looks for is nobody else's business. */
export async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [path] = (request.raw.url ?? '').split('?', 1)
  request.log.info(
    {
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.authenticated?.viewer.address,
    },
    'answered',
  )
}
