import type { SandboxWallet } from './seed/writeWallets.ts'

/** What `.connex/sandbox.json` holds and `--json` prints; other programs rely on it. */
export type SandboxDescription = {
  readonly servers: readonly {
    readonly name: string
    readonly url: string
    /** The names of the tenants that it hosts. */
    readonly tenants: readonly string[]
  }[]
  readonly wallets: readonly SandboxWallet[]
  readonly ledger: { readonly rpcUrl: string; readonly chainId: number }
  /** Address by contract name. */
  readonly contracts: Readonly<Record<string, string>>
  /** `manager:registrar`, and the registrar's name. */
  readonly custodians: readonly { readonly key: string; readonly label: string }[]
}
