/**
 * The entry point for servers, `@connex/sdk/http`: calls of another server, without wallets and the ledger.
 *
 * @module @connex/sdk/http
 */
export { createClient } from './client/client.ts'
export type { Client, ClientOptions } from './client/client.ts'
export { ApiError, ClientError, ConnexError } from './errors.ts'
export { createLocalSigner } from './signer/createLocalSigner.ts'
export { createRemoteSigner } from './remote/createRemoteSigner.ts'
export { KeyError } from './signer/KeyError.ts'
export type { Signer } from './signer/Signer.ts'
export { call } from './http/call.ts'
export type { Callable, CallControl, CallOptions } from './http/call.ts'
export { discoverVersion } from './session/discoverVersion.ts'
export { documentBody, upload } from './http/upload.ts'
export type { UploadBody } from './http/upload.ts'
