// The script of a dedicated worker: the key lives here, and dies with the worker. Its own response needs the policy
// `script-src 'wasm-unsafe-eval'`; without it unlocking falls back to JavaScript.
import { serveSigner, type SignerPort } from './serveSigner.ts'

serveSigner(globalThis as unknown as SignerPort)
