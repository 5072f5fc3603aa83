// In tests every refusal is checked as every answer is: a call answers no error that the endpoint table does not declare for it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_ERRORS, api, declaredErrors } from '@connex/protocol'
import type { ApiErrorCode, Problem } from '@connex/protocol'
import { problemOf } from './answerProblem.ts'

/** Turns an undeclared refusal into a 500 that names it, which no test expects. */
export async function checkRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const { call } = request.routeOptions.config
  if (call === undefined || reply.statusCode < 400 || typeof payload !== 'string') return payload
  const { code } = JSON.parse(payload) as Problem
  if (declaredErrors(call, api[call]).includes(code as ApiErrorCode)) return payload
  const detail = `${call} answered ${code}, which the table does not declare for it.`
  reply.code(API_ERRORS.unforeseen.status)
  return JSON.stringify(problemOf('unforeseen', { detail }))
}
