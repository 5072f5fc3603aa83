// Who pays for a deployment or an upgrade, and signs its transactions.
import { privateKeyToAccount, toAccount } from 'viem/accounts'
import type { Address, Hex, LocalAccount } from 'viem'

/** A deployer whose key lies elsewhere. */
export type RemoteDeployer = {
  address: Address
  signTransaction: (transaction: DeployerTransaction) => Promise<Hex>
}

/** With its chain id in the signature (EIP-155). */
type DeployerTransaction = {
  chainId: number
  nonce: number
  gas: bigint
  gasPrice: bigint
  to: Address | null
  value: bigint
  data: Hex
}

/** `accountOf(privateKey)`, or of a deployer whose key lies elsewhere */
export const accountOf = (deployer: Hex | RemoteDeployer): LocalAccount =>
  typeof deployer === 'string' ? privateKeyToAccount(deployer) : remoteAccount(deployer)

/** A deployment signs transactions and nothing else. */
function remoteAccount({ address, signTransaction }: RemoteDeployer): LocalAccount {
  const refuse = () => Promise.reject(new Error('A deployer signs transactions only.'))
  return toAccount({
    address,
    signMessage: refuse,
    signTypedData: refuse,
    signTransaction: ({ chainId = 0, nonce = 0, gas = 0n, gasPrice = 0n, to, value = 0n, data = '0x' }) =>
      signTransaction({ chainId, nonce, gas, gasPrice, to: to ?? null, value, data }),
  })
}
