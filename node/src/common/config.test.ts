import { chmodSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ClientConfig } from '@connex/protocol'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig, VARIABLES } from './config.ts'
import { ConfigError, readHeadersFile } from './configValues.ts'

const KEY = '4c'.repeat(32)
const PLATFORM = `0x${'Ab'.repeat(20)}`
let folder: string
let keyFile: string
let clientConfigFile: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'connex-config-'))
  clientConfigFile = join(folder, 'config.json')
  writeFileSync(clientConfigFile, '{"productName":"Bank Collateral"}')
  keyFile = join(folder, 'node.key')
  writeFileSync(keyFile, `0x${KEY}\n`, { mode: 0o600 })
})

afterEach(() => {
  vi.unstubAllEnvs()
})

const needed = () => ({
  DATA_DIR: join(folder, 'data'),
  PLATFORM_MANAGER: PLATFORM,
  NODE_KEY_FILE: keyFile,
  HOSTED_TENANTS: `0x${'11'.repeat(20)}, 0x${'22'.repeat(20)},`,
})

function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n')
  }
  return []
}

test('everything that is missing is named at once', () => {
  const names = problemsOf({}).map((problem) => problem.split(' ')[0])
  expect(names).toEqual(['DATA_DIR', 'PLATFORM_MANAGER', 'NODE_KEY_FILE', 'HOSTED_TENANTS'])
})

test.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['PUBLIC_ORIGINS', 'https://bank.example/api'],
  ['PUBLIC_ORIGINS', 'ftp://bank.example'],
  ['CLIENT_ORIGINS', 'bank'],
  ['PUBLIC_BASE_PATH', '/bank/'],
  ['PUBLIC_BASE_PATH', '/bank/api'],
  ['LEDGER_RPC_URL', 'ws://127.0.0.1:8545'],
  ['LEDGER_RPC_URL', 'http://127.0.0.1:8545,node2'],
  ['LEDGER_RPC_URL', ','],
  ['LEDGER_WS_URL', 'http://127.0.0.1:8545'],
  ['LEDGER_WS_URL', 'ws://127.0.0.1:8545,http://127.0.0.1:8546'],
  ['LEDGER_RPC_HEADERS_FILE', '/there/is/no/such/file'],
  ['LEDGER_POLL_MS', '0'],
  ['LEDGER_WS_POLL_MS', '1 s'],
  ['CHAIN_ID', '0'],
  ['PLATFORM_MANAGER', '0x12'],
  ['START_BLOCK', '-1'],
  ['HOSTED_TENANTS', 'Alpenbank'],
  ['WEB_ROOT', '/there/is/no/such/folder'],
  ['CLIENT_CONFIG_FILE', '/there/is/no/such/file'],
  ['ALLOW_PRIVATE_PEERS', 'yes'],
  ['METRICS_ADDRESS', '9464'],
  ['METRICS_ADDRESS', '127.0.0.1:99999'],
  ['PEER_NETWORKS', '10.20.0.0/33'],
  ['PEER_CA_FILE', '/there/is/no/such/file'],
  ['PEER_PROXY', 'proxy:3128'],
  ['LOG_LEVEL', 'loud'],
  ['API_VERSIONS', '7'],
  ['API_VERSIONS', 'six'],
  ['METRICS_TOKEN', 'short'],
  ['REQUEST_LIMIT', '-1'],
  ['CALL_GAS_LIMIT', '20999'],
  ['CONFIRMATIONS', '-1'],
  ['CONFIRMATIONS', 'safe'],
  ['CONFIRMATIONS', '10001'],
  ['FINALITY_DEPTH', '0'],
  ['GAS_PRICE', '1 gwei'],
  ['GAS_PRICE', '-1'],
  ['GAS_PRICE_TYPE', 'eip2930'],
  ['GAS_TIP', '1'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'proxy'],
])('%s=%s is refused in one sentence', (name, value) => {
  const problems = problemsOf({ ...needed(), [name]: value })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(new RegExp(`^${name} is not valid: .+, like ${name}=.+`))
})

test('an invalid secret is not printed', () => {
  const [token] = problemsOf({ ...needed(), METRICS_TOKEN: 'canary token' })
  const [url] = problemsOf({ ...needed(), DATA_DIR: '', DATABASE_URL: 'mysql://connex:canary@db/connex' })
  for (const problem of [token, url]) expect(problem).not.toContain('canary')
})

test('every example is valid', () => {
  const {
    DATA_DIR: _1,
    DATABASE_URL_FILE: _2,
    METRICS_TOKEN_FILE: _3,
    PEER_CA_FILE: _4,
    NODE_SIGNER_CA_FILE: _5,
    NODE_SIGNER_CLIENT_FILE: _6,
    NODE_KEY_FILE: _7,
    ...examples
  } = VARIABLES
  const LEDGER_RPC_HEADERS_FILE = headersFile('Authorization: Bearer canary\n')
  const files = {
    NODE_SIGNER_HEADERS_FILE: LEDGER_RPC_HEADERS_FILE,
    CLIENT_CONFIG_FILE: clientConfigFile,
    WEB_ROOT: folder,
  }
  expect(problemsOf({ ...examples, ...files, LEDGER_RPC_HEADERS_FILE })).toEqual([])
})

test('the operators’ page has every variable', () => {
  const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name)
  expect(documented).toHaveLength(new Set(documented).size)
  expect(new Set(documented)).toEqual(new Set(Object.keys(VARIABLES)))
})

test('a server that listens beyond this machine needs its public origins', () => {
  expect(problemsOf({ ...needed(), HOST: '0.0.0.0' })[0]).toMatch(/^PUBLIC_ORIGINS is missing/)
  expect(problemsOf({ ...needed(), HOST: '0.0.0.0', PUBLIC_ORIGINS: 'https://bank.example' })).toEqual([])
})

test('there is one database', () => {
  const both = { ...needed(), DATABASE_URL: 'postgres://127.0.0.1/connex' }
  expect(problemsOf(both)[0]).toMatch(/exclude each other/)
  expect(readConfig({ ...both, DATA_DIR: '', DOCUMENTS_DIR: '/srv/documents' }).database).toEqual({
    databaseUrl: 'postgres://127.0.0.1/connex',
    pool: 10,
  })
  expect(problemsOf({ ...both, DATA_DIR: '', DATABASE_URL: 'mysql://x' })[0]).toMatch(
    /^DATABASE_URL is not valid/,
  )
})

test('a secret may come from a file, but not from both', () => {
  const urlFile = join(folder, 'database-url')
  const tokenFile = join(folder, 'metrics-token')
  writeFileSync(urlFile, 'postgres://connex:canary@127.0.0.1/connex\n', { mode: 0o600 })
  writeFileSync(tokenFile, 'at-least-16-letters\n', { mode: 0o600 })
  const own = {
    ...needed(),
    DATA_DIR: '',
    DOCUMENTS_DIR: '/srv/documents',
    DATABASE_URL_FILE: urlFile,
    METRICS_TOKEN_FILE: tokenFile,
    DATABASE_POOL: '25',
  }
  expect(readConfig(own)).toMatchObject({
    database: { databaseUrl: 'postgres://connex:canary@127.0.0.1/connex', pool: 25 },
    metricsToken: 'at-least-16-letters',
  })
  expect(problemsOf({ ...own, METRICS_TOKEN: 'at-least-16-others' })).toEqual([
    'METRICS_TOKEN and METRICS_TOKEN_FILE exclude each other: set one of them',
  ])
  expect(problemsOf({ ...own, METRICS_TOKEN_FILE: join(folder, 'none') })).toEqual([
    expect.stringMatching(
      /^METRICS_TOKEN_FILE is not valid: a file with METRICS_TOKEN \(it cannot be read\)/,
    ),
  ])
  writeFileSync(urlFile, '\n')
  expect(problemsOf(own)[0]).toMatch(/^DATABASE_URL_FILE is not valid: the file is empty/)
  writeFileSync(urlFile, 'mysql://connex:canary@127.0.0.1/connex')
  expect(problemsOf(own)[0]).not.toContain('canary')
})

test.skipIf(process.platform === 'win32').each(['DATABASE_URL_FILE', 'METRICS_TOKEN_FILE'])(
  '%s is refused if other users can read it; the group may, as Kubernetes mounts it',
  (name) => {
    const file = join(folder, 'mounted')
    writeFileSync(file, name === 'METRICS_TOKEN_FILE' ? 'x'.repeat(16) : 'postgres://127.0.0.1/connex')
    const own = { ...needed(), DATA_DIR: '', DOCUMENTS_DIR: '/srv/documents', [name]: file }
    const env = name === 'METRICS_TOKEN_FILE' ? { ...own, DATA_DIR: '/srv/data' } : own
    for (const mode of [0o644, 0o444, 0o460, 0o450, 0o604, 0o601]) {
      chmodSync(file, mode)
      const [problem, ...others] = problemsOf(env)
      expect(problem).toMatch(`${name} is not valid`)
      expect(problem).toMatch(/other users can read it: run chmod 600, or mount it with mode 0440/)
      expect(others).toEqual([])
    }
    for (const mode of [0o600, 0o400, 0o440, 0o640]) {
      chmodSync(file, mode)
      expect(readConfig(env)).toBeDefined()
    }
  },
)

test('TLS to the database checks the server, or says that it does not', () => {
  const own = { ...needed(), DATA_DIR: '', DOCUMENTS_DIR: '/srv/documents' }
  const problems = (query: string) => problemsOf({ ...own, DATABASE_URL: `postgres://db/connex?${query}` })
  expect(problems(`sslmode=verify-full&sslrootcert=${keyFile}`)).toEqual([])
  expect(problems('sslmode=no-verify')).toEqual([])
  expect(problems('sslmode=require')[0]).toMatch(/sslmode is disable, verify-full or no-verify/)
  expect(problems('sslmode=verify-full&sslrootcert=/no/such/ca.pem')[0]).toMatch(
    /the file of sslrootcert exists/,
  )
})

test.skipIf(process.platform === 'win32')(
  'a key for the database that other users can read is refused',
  () => {
    const key = join(folder, 'database.key')
    writeFileSync(key, 'key')
    const own = { ...needed(), DATA_DIR: '', DOCUMENTS_DIR: '/srv/documents' }
    const url = `postgres://db/connex?sslmode=verify-full&sslkey=${key}`
    const problems = () => problemsOf({ ...own, DATABASE_URL: url })
    chmodSync(key, 0o644)
    expect(problems()).toEqual([
      expect.stringMatching(
        /^DATABASE_URL is not valid: .*sslkey.* \(other users can read it: run chmod 600/,
      ),
    ])
    for (const mode of [0o600, 0o440]) {
      chmodSync(key, mode)
      expect(problems()).toEqual([])
    }
  },
)

test('beside DATABASE_URL, the folder for documents has no default', () => {
  const own = { ...needed(), DATA_DIR: '', DATABASE_URL: 'postgres://127.0.0.1/connex' }
  expect(problemsOf(own)).toEqual([
    'DOCUMENTS_DIR is missing: the folder for uploaded documents, like DOCUMENTS_DIR=/var/lib/connex/documents',
  ])
  expect(readConfig({ ...own, DOCUMENTS_DIR: '/srv/documents' }).documentsDir).toBe('/srv/documents')
})

test('a wrong field of the client’s configuration ends the start, with what is wrong', () => {
  const wrong = join(folder, 'wrong.json')
  writeFileSync(wrong, '{"chainId":31337}')
  const [problem] = problemsOf({ ...needed(), CHAIN_ID: '4242', CLIENT_CONFIG_FILE: wrong })
  expect(problem).toContain('chainId is 31337, but CHAIN_ID is 4242')
  expect(problemsOf({ ...needed(), CLIENT_CONFIG_FILE: folder })[0]).toContain('it cannot be read')
})

test.skipIf(process.platform === 'win32')('a key file that others can read is refused', () => {
  const open = join(folder, 'open.key')
  writeFileSync(open, KEY)
  chmodSync(open, 0o644)
  expect(problemsOf({ ...needed(), NODE_KEY_FILE: open })[0]).toMatch(/chmod 600/)
})

function credential(mode: number): string {
  const file = join(mkdtempSync(join(folder, 'credentials-')), 'node.key')
  writeFileSync(file, KEY)
  chmodSync(file, mode)
  return file
}

test.skipIf(process.platform === 'win32')('the group may read a credential in the folder of systemd', () => {
  const file = credential(0o440)
  vi.stubEnv('CREDENTIALS_DIRECTORY', dirname(file))
  expect(readConfig({ ...needed(), NODE_KEY_FILE: file }).nodeKey).toBe(`0x${KEY}`)
})

test('a key that the folder of systemd does not have cannot be read', () => {
  vi.stubEnv('CREDENTIALS_DIRECTORY', folder)
  expect(problemsOf({ ...needed(), NODE_KEY_FILE: join(folder, 'none') })[0]).toMatch(/it cannot be read/)
})

test.skipIf(process.platform === 'win32')(
  'outside the folder of systemd, the group may not read a key',
  () => {
    const file = credential(0o440)
    expect(problemsOf({ ...needed(), NODE_KEY_FILE: file })[0]).toMatch(/chmod 600/)
    const elsewhere = dirname(credential(0o400))
    const link = join(elsewhere, 'link.key')
    symlinkSync(file, link)
    for (const directory of [elsewhere, `${dirname(file)}-2`, join(dirname(file), 'deeper'), '']) {
      vi.stubEnv('CREDENTIALS_DIRECTORY', directory)
      for (const path of [file, link])
        expect(problemsOf({ ...needed(), NODE_KEY_FILE: path })[0]).toMatch(/chmod 600/)
    }
  },
)

test.skipIf(process.platform === 'win32').each([0o444, 0o460, 0o450])(
  'a credential of mode %o is refused even in the folder of systemd',
  (mode) => {
    const file = credential(mode)
    vi.stubEnv('CREDENTIALS_DIRECTORY', dirname(file))
    expect(problemsOf({ ...needed(), NODE_KEY_FILE: file })[0]).toMatch(/chmod 600/)
  },
)

test('a key file without a key', () => {
  const empty = join(folder, 'empty.key')
  writeFileSync(empty, 'secret', { mode: 0o600 })
  const [problem] = problemsOf({ ...needed(), NODE_KEY_FILE: empty })
  expect(problem).toMatch(/32 bytes of hex/)
  expect(problem).not.toContain('secret')
  expect(problemsOf({ ...needed(), NODE_KEY_FILE: join(folder, 'none') })[0]).toMatch(/cannot be read/)
})

test('a remote signer beside a key file, or settings of one without its URL, are refused', () => {
  const url = 'https://signer.bank.example'
  expect(problemsOf({ ...needed(), NODE_SIGNER_URL: url })).toEqual([
    'NODE_KEY_FILE and NODE_SIGNER_URL exclude each other: set one of them',
  ])
  const address = `0x${'11'.repeat(20)}`
  expect(problemsOf({ ...needed(), NODE_SIGNER_ADDRESS: address })[0]).toMatch(
    /^NODE_SIGNER_ADDRESS is set without NODE_SIGNER_URL: it belongs to a remote signer, like /,
  )
})

test.each([
  ['NODE_SIGNER_URL', 'ftp://signer.bank.example', 'wrong protocol'],
  ['NODE_SIGNER_URL', 'signer', 'the URL of a Web3Signer'],
  ['NODE_SIGNER_ADDRESS', '0x12', 'the node account’s address'],
  ['NODE_SIGNER_HEADERS_FILE', '/there/is/no/such/file', 'it cannot be read'],
  ['NODE_SIGNER_CA_FILE', '/there/is/no/such/file', 'it cannot be read'],
  ['NODE_SIGNER_CLIENT_FILE', '/there/is/no/such/file', 'it cannot be read'],
])('%s=%s is refused', (name, value, problem) => {
  const remote = { ...needed(), NODE_KEY_FILE: '', NODE_SIGNER_URL: 'https://signer.bank.example' }
  const [only, ...others] = problemsOf({ ...remote, [name]: value })
  expect(only).toContain(problem)
  expect(others).toEqual([])
})

test('a client certificate that others can read, or without its key, is refused', () => {
  const remote = { ...needed(), NODE_KEY_FILE: '', NODE_SIGNER_URL: 'https://signer.bank.example' }
  const file = join(folder, 'client.pem')
  writeFileSync(file, 'secret', { mode: 0o600 })
  const [problem] = problemsOf({ ...remote, NODE_SIGNER_CLIENT_FILE: file })
  expect(problem).toContain('it must contain a certificate and its key')
  expect(problem).not.toContain('secret')
  if (process.platform === 'win32') return
  chmodSync(file, 0o644)
  expect(problemsOf({ ...remote, NODE_SIGNER_CLIENT_FILE: file })[0]).toContain('chmod 600')
})

test('a remote signer takes the place of the key file', () => {
  const { nodeKey, nodeSigner } = readConfig({
    ...needed(),
    NODE_KEY_FILE: '',
    NODE_SIGNER_URL: 'https://signer.bank.example',
    NODE_SIGNER_ADDRESS: `0x${'AB'.repeat(20)}`,
  })
  expect(nodeKey).toBeUndefined()
  expect(nodeSigner).toEqual({
    url: 'https://signer.bank.example',
    address: `0x${'ab'.repeat(20)}`,
    headersFile: undefined,
    ca: undefined,
    client: undefined,
  })
})

test.each([
  ['secret', 'it contains no certificate'],
  ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'a certificate in it is broken'],
])('a file of authorities with %j is refused', (text, problem) => {
  const file = join(folder, 'peers.pem')
  writeFileSync(file, text)
  const [message] = problemsOf({ ...needed(), PEER_CA_FILE: file })
  expect(message).toContain(problem)
  expect(message).not.toContain('secret')
})

function headersFile(text: string, mode = 0o600): string {
  const file = join(mkdtempSync(join(folder, 'headers-')), 'ledger.headers')
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

test.skipIf(process.platform === 'win32')('a headers file that others can read is refused', () => {
  const file = headersFile('Authorization: Bearer canary', 0o640)
  expect(problemsOf({ ...needed(), LEDGER_RPC_HEADERS_FILE: file })[0]).toMatch(/chmod 600/)
})

test.each([
  ['canary', 'line 1 is not like "Name: value"'],
  ['X-Key: 1\nan canary: 2', 'line 2 is not like "Name: value"'],
  ['Authorization: canary\u0001', 'line 1 is not like "Name: value"'],
  ['Host: canary', 'line 1 has a header that cannot be set'],
  ['Content-Type: canary', 'line 1 has a header that cannot be set'],
])('a headers file with %j says what is wrong, without its values', (text, problem) => {
  const [message] = problemsOf({ ...needed(), LEDGER_RPC_HEADERS_FILE: headersFile(text) })
  expect(message).toContain(problem)
  expect(message).not.toContain('canary')
})

test('a headers file has a header on each line', () => {
  const file = headersFile('Authorization: Bearer a:b=\r\n\nX-Api-Key:7\n')
  expect(readHeadersFile(file)).toEqual({ authorization: 'Bearer a:b=', 'x-api-key': '7' })
})

test('a ledger may have several URLs, with users and passwords', () => {
  const urls = 'https://connex:secret@node1.bank.example/key, http://10.0.0.7:8545'
  expect(readConfig({ ...needed(), LEDGER_RPC_URL: urls }).ledgerRpcUrls).toEqual(urls.split(', '))
})

test('unset variables have defaults', () => {
  expect(readConfig(needed())).toEqual({
    host: '127.0.0.1',
    port: 4000,
    publicOrigins: [],
    clientOrigins: [],
    publicBasePath: '',
    database: { dataDir: join(folder, 'data') },
    documentsDir: join(folder, 'data', 'documents'),
    ledgerRpcUrls: ['http://127.0.0.1:8545'],
    ledgerWsUrls: [],
    ledgerHeadersFile: undefined,
    ledgerPollMs: 1_000,
    ledgerWsPollMs: 5_000,
    chainId: 31337,
    platformManager: PLATFORM.toLowerCase(),
    startBlock: 0,
    nodeKey: `0x${KEY}`,
    nodeSigner: undefined,
    hostedTenants: [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`],
    webRoot: undefined,
    clientConfig: ClientConfig.parse({ apiUrl: '/' }),
    allowPrivatePeers: false,
    peerNetworks: [],
    peerCa: undefined,
    peerProxy: undefined,
    logLevel: 'info',
    apiVersions: [5, 6],
    metricsToken: undefined,
    metricsAddress: undefined,
    requestLimit: 6000,
    callGasLimit: 16_000_000,
    fees: { type: 'legacy', gasPrice: '1' },
    confirmations: 0,
    finalityDepth: 10_000,
    trustedProxies: [],
    exitWithParent: false,
  })
})

test('the gas price is a fixed one, or the most that base fee and tip cost together', () => {
  const fees = (env: Record<string, string>) => readConfig({ ...needed(), ...env }).fees
  expect(fees({ GAS_PRICE: '0' })).toEqual({ type: 'legacy', gasPrice: '0' })
  expect(fees({ GAS_PRICE: '2000000000', GAS_PRICE_TYPE: 'eip1559', GAS_TIP: '3' })).toEqual({
    type: 'eip1559',
    maxFeePerGas: '2000000000',
    maxPriorityFeePerGas: '3',
  })
  const tooMuch = { ...needed(), GAS_PRICE: '2', GAS_PRICE_TYPE: 'eip1559', GAS_TIP: '3' }
  expect(problemsOf(tooMuch)[0]).toMatch(/^GAS_TIP is not valid: it is part of GAS_PRICE/)
})

test('set variables apply', () => {
  const config = readConfig({
    ...needed(),
    HOST: 'localhost',
    PORT: '0',
    PUBLIC_ORIGINS: 'https://Bank.example, http://127.0.0.1:4000',
    PUBLIC_BASE_PATH: '/bank/api-1',
    API_VERSIONS: '5',
    ALLOW_PRIVATE_PEERS: 'true',
    EXIT_WITH_PARENT: '1',
    WEB_ROOT: folder,
    CLIENT_CONFIG_FILE: clientConfigFile,
  })
  expect(config).toMatchObject({
    port: 0,
    publicOrigins: ['https://bank.example', 'http://127.0.0.1:4000'],
    publicBasePath: '/bank/api-1',
    apiVersions: [5],
    allowPrivatePeers: true,
    exitWithParent: true,
    webRoot: folder,
    clientConfig: { apiUrl: '/bank/api-1', chainId: 31337, productName: 'Bank Collateral' },
  })
})

test('a block is final after some others, or when the ledger says so', () => {
  const finality = (env: Record<string, string>) => {
    const { confirmations, finalityDepth } = readConfig({ ...needed(), ...env })
    return { confirmations, finalityDepth }
  }
  expect(finality({ CONFIRMATIONS: '12', FINALITY_DEPTH: '12' })).toEqual({
    confirmations: 12,
    finalityDepth: 12,
  })
  expect(finality({ CONFIRMATIONS: 'finalized' }).confirmations).toBe('finalized')
  const deeper = { ...needed(), CONFIRMATIONS: '13', FINALITY_DEPTH: '12' }
  expect(problemsOf(deeper)[0]).toMatch(/^CONFIRMATIONS is not valid: at most FINALITY_DEPTH/)
})
