// The door for servers, `@connex/sdk/http`: what one needs to call another, and nothing of wallets or the ledger.
export { createClient } from '../createClient.ts'
export type { Client, ClientOptions } from '../createClient.ts'
export { ApiError, ClientError, ConnexError } from '../errors.ts'
export { createLocalSigner } from '../signer/createLocalSigner.ts'
export { call } from './call.ts'
export type { Callable, CallControl, CallOptions } from './call.ts'
export { discoverVersion } from './discoverVersion.ts'
