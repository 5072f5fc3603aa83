import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseEther,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import type { Address, Hex, LocalAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  creationMarks,
  deliveryManagerAbi,
  deliveryStates,
  identifierTypes,
  instrumentManagerAbi,
  instrumentTypes,
  legTypes,
  platformManagerAbi,
  privileges,
} from '../generated/index.ts'
import {
  controllerFor,
  delegate,
  deploy,
  LedgerUnsuitableError,
  grantDappPrivileges,
  grantUserPrivileges,
  onboardTenant,
  openLedger,
  TransactionRefusedError,
} from './deploy.ts'
import type { Deployment, Ledger, PrivilegeName, TenantAccess } from './deploy.ts'
import { startAnvil } from '../../testkit/src/ledger/anvil.ts'
import type { Anvil, AnvilOptions } from '../../testkit/src/ledger/anvil.ts'
import { startLedgerProxy } from '../../testkit/src/ledger/ledgerProxy.ts'

// The first of anvil's well-known accounts.
const DEPLOYER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const operator = { name: 'ConneX Platform', apiUrl: 'http://127.0.0.1:4000', lei: '' }
const deployer = privateKeyToAccount(DEPLOYER)

let anvil: Anvil
let ledger: Ledger
let deployment: Deployment
const steps: string[] = []

beforeAll(async () => {
  anvil = await startAnvil()
  ledger = openLedger(anvil)
  deployment = await deploy({
    ...anvil,
    deployerKey: DEPLOYER,
    platform: { operator },
    onProgress: (step) => steps.push(step),
  })
})

afterAll(() => anvil.stop())

type Member = TenantAccess & { user: LocalAccount }

async function join(name: string, held: readonly PrivilegeName[]): Promise<Member> {
  const admin = privateKeyToAccount(generatePrivateKey())
  const tenant = { name, apiUrl: `http://127.0.0.1:4000/${name}`, lei: '' }
  const access = await onboardTenant(ledger, deployer, deployment, tenant, admin.address)
  const user = privateKeyToAccount(generatePrivateKey())
  const platform = deployment.contracts.PlatformManager
  await grantUserPrivileges(ledger, admin, access, platform, [
    { user: user.address, privileges: ['user.DAPP_USER', ...held], fund: true },
  ])
  return { ...access, user }
}

const act = (member: Member, dapp: Address, data: Hex) =>
  delegate(ledger, member.user, 'act', controllerFor(member.controllers, dapp), [{ target: dapp, data }])

const accountData = (number: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [number])

test('the same deployer makes the same contracts on another ledger', async () => {
  const other = await startAnvil({ chainId: 4711 })
  try {
    const again = await deploy({ ...other, deployerKey: DEPLOYER, platform: { operator } })
    expect(again).toEqual({ ...deployment, chainId: 4711 })
  } finally {
    await other.stop()
  }
})

test('the result has its blocks, and the hash of all code that it deployed', async () => {
  const { firstBlock, lastBlock, chainId, version, code, contracts } = deployment
  expect({ firstBlock, lastBlock, chainId, version }).toEqual({
    firstBlock: 1,
    lastBlock: await ledger.client.getTransactionCount({ address: deployer.address }),
    chainId: 31337,
    version: '0.1.0',
  })
  for (const { address, hash } of code)
    expect(keccak256((await ledger.client.getCode({ address })) ?? '0x')).toBe(hash)
  const addresses = code.map(({ address }) => address)
  expect(addresses).toEqual(expect.arrayContaining(Object.values(contracts)))
})

test('every step is announced', () => {
  expect(steps).toHaveLength(4)
})

test('the operator bears the name of the platform, and refunds are funded', async () => {
  const { PlatformManager: address } = deployment.contracts
  const read = { address, abi: platformManagerAbi } as const
  expect(await ledger.client.readContract({ ...read, functionName: 'name' })).toBe(operator.name)
  expect(
    await ledger.client.readContract({ ...read, functionName: 'tenantByName', args: [operator.name] }),
  ).toBe(deployment.operator.tenant)
  expect(await ledger.client.getBalance({ address })).toBe(parseEther('1'))
  expect(deployment.operator.controllers.map(({ type }) => type)).toEqual([
    'platform',
    'instrument',
    'registry',
    'registry',
    'registry',
    'delivery',
  ])
})

test('a refused transaction fails with its typed error', async () => {
  const refused = onboardTenant(ledger, deployer, deployment, operator, deployer.address)
  await expect(refused).rejects.toThrow(TransactionRefusedError)
  await expect(refused).rejects.toThrow('TenantNameTaken(ConneX Platform)')
})

test('an instrument is issued, and a transfer free of payment settles, through controllers alone', async () => {
  const { InstrumentManager, AccountRegistryManager, DeliveryManager } = deployment.contracts
  const issuer = await join('Hanseatic Issuance', ['instrument.BACKOFFICE', 'registry.ISSUER_DOCUMENTATION'])
  const registrar = await join('Meridian Registrars', [
    'registry.REGISTRAR_REGISTRATION',
    'registry.SHARED_POSITION_HANDLING',
    'delivery.BACKOFFICE',
  ])
  const seller = await join('Alpenbank', ['delivery.BACKOFFICE'])
  const buyer = await join('Baltic Trust Bank', ['delivery.BACKOFFICE'])
  await grantDappPrivileges(ledger, deployer, deployment.operator, InstrumentManager, [
    { holder: issuer.tenant, privileges: ['instrument.ISSUER'] },
  ])
  await grantDappPrivileges(ledger, deployer, deployment.operator, AccountRegistryManager, [
    { holder: issuer.tenant, privileges: ['registry.ISSUER'] },
    { holder: registrar.tenant, privileges: ['registry.REGISTRAR'] },
    { holder: seller.tenant, privileges: ['registry.INVESTOR'] },
    { holder: buyer.tenant, privileges: ['registry.INVESTOR'] },
  ])

  const instrumentId = stringToHex('bond', { size: 32 })
  const terms = {
    identifierType: identifierTypes.indexOf('ISIN'),
    identifier: stringToHex('DE000CNX0017', { size: 32 }),
    instrumentType: instrumentTypes.indexOf('BOND'),
    issuer: issuer.tenant,
    privateDataFp: stringToHex('fingerprint', { size: 32 }),
    creationMark: creationMarks.indexOf('NONE'),
  }
  await act(
    issuer,
    InstrumentManager,
    encodeFunctionData({
      abi: instrumentManagerAbi,
      functionName: 'createInstrumentV2',
      args: [instrumentId, terms, 2],
    }),
  )

  const registries = { abi: accountRegistryManagerAbi, address: AccountRegistryManager } as const
  const { result: registryId } = await ledger.client.simulateContract({
    ...registries,
    functionName: 'requestInstrumentRegistration',
    args: [InstrumentManager, instrumentId, 1],
    account: registrar.tenant,
  })
  await act(
    registrar,
    AccountRegistryManager,
    encodeFunctionData({
      abi: accountRegistryManagerAbi,
      functionName: 'requestInstrumentRegistration',
      args: [InstrumentManager, instrumentId, 1],
    }),
  )
  await act(
    issuer,
    AccountRegistryManager,
    encodeFunctionData({
      abi: accountRegistryManagerAbi,
      functionName: 'confirmInstrumentRegistrationAndPrepareRegistry',
      args: [registryId],
    }),
  )
  for (const [{ tenant: owner }, accountNum] of [
    [seller, 11n],
    [buyer, 22n],
  ] as const)
    await act(
      registrar,
      AccountRegistryManager,
      encodeFunctionData({
        abi: accountRegistryManagerAbi,
        functionName: 'configureAccount',
        args: [
          { owner, accountNum },
          { valid: true, omnibus: false, terminateOnReceive: false },
        ],
      }),
    )

  type Side = { sender: Address; receiver: Address; senderData: Hex; receiverData: Hex; quantity: bigint }
  const digitalLeg = (side: Side) => ({
    ...side,
    legType: legTypes.indexOf('DIGITAL'),
    registrar: registrar.tenant,
    txCoordinator: zeroAddress,
    assetManager: AccountRegistryManager,
    assetId: registryId,
  })
  const create = async (by: Member, leg: ReturnType<typeof digitalLeg>): Promise<Hex> => {
    const deliveryId = await ledger.client.readContract({
      address: DeliveryManager,
      abi: deliveryManagerAbi,
      functionName: 'deliveryIdOf',
      args: [by.tenant, zeroHash, [leg], 0n],
    })
    await act(
      by,
      DeliveryManager,
      encodeFunctionData({
        abi: deliveryManagerAbi,
        functionName: 'createDelivery',
        args: [deliveryId, zeroHash, [leg], 0n],
      }),
    )
    return deliveryId
  }
  const confirm = (by: Member, deliveryId: Hex, leg: ReturnType<typeof digitalLeg>, data: Hex) =>
    act(
      by,
      DeliveryManager,
      encodeFunctionData({
        abi: deliveryManagerAbi,
        functionName: 'confirmDelivery',
        args: [deliveryId, [leg], [data]],
      }),
    )

  const mint = digitalLeg({
    sender: registrar.tenant,
    receiver: seller.tenant,
    senderData: '0x',
    receiverData: accountData(11n),
    quantity: 1_000n,
  })
  const mintId = await create(seller, mint)
  await confirm(registrar, mintId, mint, '0x')

  const transfer = digitalLeg({
    sender: seller.tenant,
    receiver: buyer.tenant,
    senderData: accountData(11n),
    receiverData: '0x',
    quantity: 400n,
  })
  const transferId = await create(seller, transfer)
  await expect(confirm(registrar, transferId, transfer, '0x')).rejects.toThrow('DeliveryInvestorsFirst')
  await confirm(buyer, transferId, transfer, accountData(22n))
  await confirm(registrar, transferId, transfer, '0x')

  const holds = ({ tenant: owner }: Member, accountNum: bigint) =>
    ledger.client.readContract({
      ...registries,
      functionName: 'balanceOf',
      args: [registryId, { owner, accountNum }],
    })
  expect(await holds(seller, 11n)).toBe(600n)
  expect(await holds(buyer, 22n)).toBe(400n)
  const delivery = await ledger.client.readContract({
    address: DeliveryManager,
    abi: deliveryManagerAbi,
    functionName: 'deliveries',
    args: [transferId],
  })
  expect(deliveryStates[delivery.state]).toBe('SETTLED')
  expect(delivery).toMatchObject({ numLegs: 1, numLegsConfirmed: 1, numLegsDelivered: 1 })
})

test('quantity is on-ramped over a custody chain, and taken out again, through controllers alone', async () => {
  const { InstrumentManager, ChainRegistryManager } = deployment.contracts
  const issuer = await join('Lakeside Issuance', ['instrument.BACKOFFICE', 'registry.ISSUER_DOCUMENTATION'])
  const registrar = await join('Lakeside Registrars', [
    'registry.REGISTRAR_REGISTRATION',
    'registry.SHARED_POSITION_HANDLING',
    'registry.TA_CONTROLLER_SHARED_ONRAMPING',
  ])
  const owner = await join('Lakeside Bank', ['registry.SHARED_POSITION_HANDLING'])
  const custodian = await join('Lakeside Custody', [])
  await grantDappPrivileges(ledger, deployer, deployment.operator, InstrumentManager, [
    { holder: issuer.tenant, privileges: ['instrument.ISSUER'] },
  ])
  await grantDappPrivileges(ledger, deployer, deployment.operator, ChainRegistryManager, [
    { holder: issuer.tenant, privileges: ['registry.ISSUER'] },
    { holder: registrar.tenant, privileges: ['registry.REGISTRAR', 'registry.ONRAMPER'] },
    { holder: owner.tenant, privileges: ['registry.INVESTOR'] },
    { holder: custodian.tenant, privileges: ['registry.CUSTODIAN'] },
  ])
  const instrumentId = stringToHex('share', { size: 32 })
  const terms = {
    identifierType: identifierTypes.indexOf('ISIN'),
    identifier: stringToHex('DE000CNX0025', { size: 32 }),
    instrumentType: instrumentTypes.indexOf('FUND'),
    issuer: issuer.tenant,
    privateDataFp: stringToHex('fingerprint', { size: 32 }),
    creationMark: creationMarks.indexOf('NONE'),
  }
  const registryId = keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'bytes32' }],
      [registrar.tenant, InstrumentManager, instrumentId],
    ),
  )
  const chainId = stringToHex('chain', { size: 32 })
  const account = { owner: owner.tenant, accountNum: 7n }
  const reference = stringToHex('reference', { size: 32 })
  const abi = chainRegistryManagerAbi
  const creation = { abi: instrumentManagerAbi, functionName: 'createInstrument' } as const
  await act(issuer, InstrumentManager, encodeFunctionData({ ...creation, args: [instrumentId, terms] }))
  const calls: [Member, Hex][] = [
    [
      registrar,
      encodeFunctionData({
        abi,
        functionName: 'requestInstrumentRegistration',
        args: [InstrumentManager, instrumentId, 1],
      }),
    ],
    [
      issuer,
      encodeFunctionData({
        abi,
        functionName: 'confirmInstrumentRegistrationAndPrepareRegistry',
        args: [registryId],
      }),
    ],
    [
      registrar,
      encodeFunctionData({
        abi,
        functionName: 'configureAccount',
        args: [account, { valid: true, omnibus: false, terminateOnReceive: false }],
      }),
    ],
    [
      registrar,
      encodeFunctionData({
        abi,
        functionName: 'createChain',
        args: [registryId, chainId, [custodian.tenant], registrar.tenant],
      }),
    ],
    [
      registrar,
      encodeFunctionData({
        abi,
        functionName: 'onramp',
        args: [registryId, chainId, account, 900n, reference],
      }),
    ],
    [
      owner,
      encodeFunctionData({ abi, functionName: 'markAsRedeemable', args: [registryId, chainId, 7n, 200n] }),
    ],
    [
      registrar,
      encodeFunctionData({
        abi,
        functionName: 'offramp',
        args: [registryId, chainId, account, 150n, reference],
      }),
    ],
  ]
  for (const [by, data] of calls) await act(by, ChainRegistryManager, data)

  const held = await ledger.client.readContract({
    address: ChainRegistryManager,
    abi,
    functionName: 'positionOf',
    args: [chainId, account],
  })
  expect(held).toEqual([750n, 50n, 50n])
})

test('privilege ids are the hashes of their names', () => {
  expect(privileges['registry.INVESTOR']).toMatch(/^0x[0-9a-f]{64}$/)
  expect(new Set(Object.values(privileges)).size).toBe(Object.keys(privileges).length)
})

describe('the deployment looks first, and pays for nothing', () => {
  const obstaclesOn = async (options: AnvilOptions, chainId = 31337): Promise<string[]> => {
    const other = await startAnvil(options)
    try {
      const parameters = {
        rpcUrl: other.rpcUrl,
        chainId,
        deployerKey: DEPLOYER,
        platform: { operator },
      } as const
      const error: unknown = await deploy(parameters).catch((thrown: unknown) => thrown)
      const { client } = openLedger(other)
      expect(await client.getTransactionCount({ address: deployer.address })).toBe(0)
      return (error as LedgerUnsuitableError).obstacles.map(({ sentence }) => sentence)
    } finally {
      await other.stop()
    }
  }
  const OLD =
    'The ledger runs an EVM before Cancun, without instructions that the contracts use (PUSH0, MCOPY, TSTORE).'

  test.each(['london', 'paris', 'shanghai'] as const)('A1: on a ledger of %s', async (hardfork) => {
    expect(await obstaclesOn({ hardfork })).toEqual([OLD])
  })

  test('A3: on a ledger whose blocks are too small, of another chain: each obstacle is named', async () => {
    expect(await obstaclesOn({ gasLimit: 15_000_000 }, 31338)).toEqual([
      "The ledger's chain id is 31337, not 31338.",
      'A block of the ledger takes 15000000 gas, and each transaction asks for 16000000.',
    ])
  })

  test('through a node that requires a token, with it and without', async () => {
    const node = await startLedgerProxy(anvil.rpcUrl)
    node.isAllowed = ({ authorization }) => authorization === 'Bearer of-the-bank'
    const lookThrough = async (headers?: Record<string, string>) =>
      deploy({ rpcUrl: node.url, headers, chainId: 31338, deployerKey: DEPLOYER, platform: { operator } })
    try {
      await expect(lookThrough()).rejects.toThrow(
        "The ledger's node lets nobody in without a token. Pass the headers that it requires; for the command line, --rpc-headers.",
      )
      await expect(lookThrough({ authorization: 'Bearer of-the-bank' })).rejects.toThrow(
        "The ledger's chain id is 31337, not 31338.",
      )
    } finally {
      await node.close()
    }
  })

  test('at a URL where nobody answers, or where the node lets nobody in', async () => {
    const refusing = createServer((_, response) => response.writeHead(403).end('invalid host specified\n'))
    await once(refusing.listen(0, '127.0.0.1'), 'listening')
    const { port } = refusing.address() as AddressInfo
    const deployAt = (rpcUrl: string) =>
      deploy({ rpcUrl, chainId: 31337, deployerKey: DEPLOYER, platform: { operator } })
    try {
      await expect(deployAt('http://127.0.0.1:9')).rejects.toThrow(
        'The ledger cannot be reached. Check its URL, and whether its node runs.',
      )
      await expect(deployAt(`http://127.0.0.1:${port}`)).rejects.toThrow(
        "The ledger's URL answers with HTTP status 403 (invalid host specified). Check the URL, and whether the node accepts requests by that name.",
      )
    } finally {
      refusing.close()
    }
  })

  test('with a deployer who has deployed a platform there before, whose record is lost', async () => {
    const sent = () => ledger.client.getTransactionCount({ address: deployer.address })
    const before = await sent()
    const again = deploy({ ...anvil, deployerKey: DEPLOYER, platform: { operator }, isFirst: true })
    await expect(again).rejects.toMatchObject({
      obstacles: [
        {
          cause: 'platform',
          sentence: `${deployer.address} has deployed ConneX Platform on this ledger before, with the platform manager at ${deployment.contracts.PlatformManager}.`,
        },
      ],
    })
    expect(await sent()).toBe(before)
  })

  test('A5: with a deployer who has too little', async () => {
    const other = await startAnvil()
    try {
      await other.rpc('anvil_setBalance', deployer.address, '0x0de0b6b3a7640000')
      const error = await deploy({ ...other, deployerKey: DEPLOYER, platform: { operator } }).catch(
        (thrown: unknown) => thrown,
      )
      expect((error as LedgerUnsuitableError).obstacles).toEqual([
        {
          cause: 'coins',
          sentence: `${deployer.address} has 1 of the ledger's coins, and the deployment needs 1.00000000008.`,
        },
      ])
    } finally {
      await other.stop()
    }
  })
})

const refundSettings = async (on: Anvil, deployed: Deployment) =>
  openLedger(on).client.readContract({
    address: deployed.contracts.PlatformManager,
    abi: platformManagerAbi,
    functionName: 'refundSettings',
  })

test('a gas price below the base fee deploys nothing; a higher one deploys, and refunds are sized for it', async () => {
  const priced = await startAnvil({ baseFee: 1_000_000_000n })
  try {
    const parameters = { ...priced, deployerKey: DEPLOYER, platform: { operator } } as const
    await expect(deploy(parameters)).rejects.toThrow(LedgerUnsuitableError)
    await expect(deploy(parameters)).rejects.toThrow(
      "The ledger's base fee is 1000000000 wei, above the gas price of 1.",
    )
    const { client } = openLedger(priced)
    expect(await client.getTransactionCount({ address: deployer.address })).toBe(0)
    const deployed = await deploy({ ...parameters, gasPrice: 2_000_000_000n })
    // The threshold is the contract's highest: one and a half transactions.
    expect(await refundSettings(priced, deployed)).toEqual({
      refundThreshold: 48_000_000n * 10n ** 9n,
      refundLimit: 480_000_000n * 2n * 10n ** 9n,
    })
    const balance = await client.getBalance({ address: deployed.contracts.PlatformManager })
    expect(balance).toBe(parseEther('9.6'))
  } finally {
    await priced.stop()
  }
})

test('a deployer without coins deploys where gas is free', async () => {
  const costless = await startAnvil()
  try {
    await costless.rpc('anvil_setBalance', deployer.address, '0x0')
    const parameters = { ...costless, gasPrice: 0n, deployerKey: DEPLOYER, platform: { operator } } as const
    const deployed = await deploy(parameters)
    expect(deployed.contracts).toEqual(deployment.contracts)
    expect(await refundSettings(costless, deployed)).toEqual({
      refundThreshold: 48_000_000n,
      refundLimit: 480_000_000n,
    })
  } finally {
    await costless.stop()
  }
})
