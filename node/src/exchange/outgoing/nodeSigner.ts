// The node account: signs this server's pushes to others. Its key lies in a file of this server, or in a remote signer.
import { ConnexError, createLocalSigner, createRemoteSigner } from '@connex/sdk/http'
import type { Signer } from '@connex/sdk/http'
import type { Config, NodeSigner } from '../../common/config.ts'
import { ConfigError } from '../../common/configValues.ts'
import type { Logger } from '../../common/logger.ts'
import { openSignerConnection } from '../../common/signerConnection.ts'

const CHECK_TIMEOUT_MS = 3_000

type Options = {
  config: Pick<Config, 'nodeKey' | 'nodeSigner' | 'chainId'>
  log?: Pick<Logger, 'info' | 'error'>
}

/**
 * Throws a ConfigError if the remote signer does not answer, or does not have the key: a server that cannot push would run,
 * and exchange nothing.
 *
 * @example
 * const signer = await openNodeSigner({ config, log })
 */
export async function openNodeSigner({ config, log }: Options): Promise<Signer> {
  const { nodeKey, nodeSigner, chainId } = config
  if (nodeSigner !== undefined) return openRemote(nodeSigner, chainId, log)
  if (nodeKey === undefined) throw new ConfigError('NODE_KEY_FILE is missing, and so is NODE_SIGNER_URL')
  return createLocalSigner(nodeKey, { chainId })
}

async function openRemote(remote: NodeSigner, chainId: number, log: Options['log']): Promise<Signer> {
  const { url, address } = remote
  try {
    const connection = openSignerConnection('NODE_SIGNER_HEADERS_FILE', remote, log)
    return await createRemoteSigner({ url, address, chainId, ...connection })
  } catch (error) {
    throw error instanceof ConnexError ? new ConfigError(sentenceOf(error)) : error
  }
}

/**
 * Why the remote signer cannot sign now; null if it can, and for a key in a file.
 *
 * @example
 * const findProblem = openSignerCheck({ config, log })
 * await findProblem() // 'NODE_SIGNER_URL is not usable: The remote signer cannot be reached. …'
 */
export function openSignerCheck({ config, log }: Options): () => Promise<string | null> {
  const { nodeSigner, chainId } = config
  if (nodeSigner === undefined) return () => Promise.resolve(null)
  const { url, address } = nodeSigner
  const connection = openSignerConnection('NODE_SIGNER_HEADERS_FILE', nodeSigner, log)
  return async () => {
    try {
      await createRemoteSigner({ url, address, chainId, timeoutMs: CHECK_TIMEOUT_MS, ...connection })
      return null
    } catch (error) {
      if (!(error instanceof ConnexError)) throw error
      return `${sentenceOf(error)} Private data waits on this server until it is.`
    }
  }
}

/** Without the URL, which may have a password. */
function sentenceOf({ code, message, detail }: ConnexError): string {
  const isOfKey = code === 'signerKeyMissing' || code === 'signerKeyUnclear'
  const reason = detail === undefined || message.includes(detail) ? '' : detail
  return `${isOfKey ? 'NODE_SIGNER_ADDRESS' : 'NODE_SIGNER_URL'} is not usable: ${message}${reason === '' ? '' : ` (${reason})`}`
}
