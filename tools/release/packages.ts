// What is released: the packages that an operator installs, and which workspaces each carries.
export type ReleasedPackage = {
  /** `@connex/server` */
  name: string
  description: string
  /** The workspace with the package's README, whose dependencies it has. */
  workspace: string
  /** Workspaces that it carries, by folder. */
  workspaces: readonly string[]
  /** The command, and the module that it runs: a package and a path in it. */
  command: { name: string; runs: `@connex/${string}` }
  /** Optional peers: users add what they need, because each platform has its own. npm does not fetch them. */
  added: readonly string[]
}

export const RELEASED: readonly ReleasedPackage[] = [
  {
    name: '@connex/server',
    description: 'The tenant server of Collateral ConneX, with the web client.',
    workspace: 'node',
    workspaces: ['contracts', 'protocol', 'sdk', 'node', 'web'],
    command: { name: 'connex-server', runs: '@connex/node/main' },
    added: [],
  },
  {
    name: '@connex/cli',
    description: 'The command line of Collateral ConneX, with its sandbox.',
    workspace: 'cli',
    workspaces: ['contracts', 'protocol', 'sdk', 'node', 'web', 'cli'],
    command: { name: 'connex', runs: '@connex/cli/main' },
    added: ['@foundry-rs/anvil'],
  },
]

/** The workspaces with code; the client's is built, and has what it needs in it. */
export const codeOf = ({ workspaces }: ReleasedPackage): string[] =>
  workspaces.filter((workspace) => workspace !== 'web')
