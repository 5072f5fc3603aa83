import {
  createBurnRequest,
  createMintRequest,
  type Client,
  type Created,
  type SendOptions,
} from '@connex/sdk'
import type { RequestKind } from './request.ts'

const CREATE = { MINT: createMintRequest, BURN: createBurnRequest } as const

type RequestParameters = Parameters<typeof createMintRequest>[1]

/** Creates a request by the function of its kind. `await submitRequest(client, 'MINT', parameters, { dryRun: 'only' })` */
export const submitRequest = (
  client: Client,
  kind: RequestKind,
  parameters: RequestParameters,
  options: SendOptions,
): Promise<Created> => CREATE[kind](client, parameters, options)
