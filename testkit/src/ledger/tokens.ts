// Tokens for legs that move tokens, as an operator and its tenants would bring them in: registered, with a controller for each
// member, some of them in everybody's hands, and the leg managers allowed to take them.
import { dappTypes, factoryAbi, platformManagerAbi } from '@connex/contracts'
import { controllerFor, delegate, send, workflowConfig } from '@connex/contracts/deploy'
import { encodeFunctionData, maxUint256, parseAbi, parseEventLogs, zeroHash } from 'viem'
import type { Address, Hex } from 'viem'
import type { Member } from './members.ts'
import type { TestLedger } from './testLedger.ts'

export const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function stop(bool yes)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
])

type Token = {
  name: string
  code: Hex
  takers: readonly Address[]
  /** Quantities of the one kind, ids of the other. */
  minted: (memberIdx: number) => readonly bigint[]
}

/** Quantities; the managers of ERC20 and HTLC legs take them. */
export const addToken = (test: TestLedger, members: readonly Member[]): Promise<Address> => {
  const { HtlcLegManager, Erc20LegManager } = test.deployment.contracts
  return add(test, members, {
    name: 'Test Euro',
    code: tokenCode,
    takers: [HtlcLegManager, Erc20LegManager],
    minted: () => [10n ** 9n],
  })
}

/** Single items, two for each member: 1 and 2 for the first one, 3 and 4 for the next. */
export const addItems = (test: TestLedger, members: readonly Member[]): Promise<Address> =>
  add(test, members, {
    name: 'Test Items',
    code: itemsCode,
    takers: [test.deployment.contracts.Erc721LegManager],
    minted: (index) => [2n * BigInt(index) + 1n, 2n * BigInt(index) + 2n],
  })

async function add(test: TestLedger, members: readonly Member[], wanted: Token): Promise<Address> {
  const { ledger, deployment, operatorUser } = test
  const { PlatformManager, Factory } = deployment.contracts
  const { contractAddress: token } = await send(ledger, operatorUser, 'deploy a token', { data: wanted.code })
  if (token == null) throw new Error('the ledger gave the token no address')
  const registerType = { abi: platformManagerAbi, functionName: 'registerType' } as const
  const registerDapp = { abi: platformManagerAbi, functionName: 'registerDAPP' } as const
  const { valid: isKnown } = await ledger.client.readContract({
    address: PlatformManager,
    abi: platformManagerAbi,
    functionName: 'registeredTypes',
    args: [dappTypes.token],
  })
  await delegate(
    ledger,
    operatorUser,
    'registerDapp the token',
    controllerFor(deployment.operator.controllers, PlatformManager),
    [
      ...(isKnown ? [] : [encodeFunctionData({ ...registerType, args: [dappTypes.token, zeroHash] })]),
      encodeFunctionData({ ...registerDapp, args: [token, dappTypes.token, wanted.name, zeroHash] }),
    ].map((data) => ({ target: PlatformManager, data })),
  )
  for (const [index, member] of members.entries()) {
    const create = encodeFunctionData({
      abi: factoryAbi,
      functionName: 'createGenericDAPPController',
      args: [token, workflowConfig('token')],
    })
    const platform = controllerFor(member.controllers, PlatformManager)
    const { logs } = await delegate(ledger, member.user, 'make a controller for the token', platform, [
      { target: Factory, data: create },
    ])
    const [made] = parseEventLogs({ abi: factoryAbi, eventName: 'ControllerCreated', logs })
    if (made === undefined) throw new Error('the factory made no controller')
    member.controllers.push({ address: made.args.controller, dapp: token, type: 'token' })
    for (const value of wanted.minted(index)) {
      const mint = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [member.tenant, value] })
      await send(ledger, member.user, 'mint', { to: token, data: mint })
    }
    const approve = { abi: tokenAbi, functionName: 'approve' } as const
    await delegate(
      ledger,
      member.user,
      'let the leg managers take it',
      made.args.controller,
      wanted.takers.map((spender) => ({
        target: token,
        data: encodeFunctionData({ ...approve, args: [spender, maxUint256] }),
      })),
    )
  }
  return token
}

// An ERC-20 token for tests of legs that move tokens. Anybody may mint it and stop it; while it is stopped it moves nothing.
// Compiled by solc 0.8.37 (optimizer on, 1 run, for cancun, revert strings stripped, no CBOR) from:
//
// pragma solidity 0.8.37;
// contract TestToken {
//     mapping(address => uint256) public balanceOf;
//     mapping(address => mapping(address => uint256)) public allowance;
//     bool public isStopped;
//     function mint(address to, uint256 value) external { balanceOf[to] += value; }
//     function stop(bool yes) external { isStopped = yes; }
//     function approve(address spender, uint256 value) external returns (bool) { allowance[msg.sender][spender] = value; return true; }
//     function transfer(address to, uint256 value) external returns (bool) { return move(msg.sender, to, value); }
//     function transferFrom(address from, address to, uint256 value) external returns (bool) {
//         allowance[from][msg.sender] -= value;
//         return move(from, to, value);
//     }
//     function move(address from, address to, uint256 value) private returns (bool) {
//         require(!isStopped);
//         balanceOf[from] -= value;
//         balanceOf[to] += value;
//         return true;
//     }
// }

const tokenCode: Hex = `0x${[
  '6080604052348015600e575f5ffd5b506103b28061001c5f395ff3fe608060405234801561000f575f5ffd5b506004361061',
  '0076575f3560e01c8063095ea7b31461007a57806323b872dd146100a25780633f683b6a146100b557806340c10f19146100',
  'c257806370a08231146100d7578063a9059cbb14610104578063c15a483f14610117578063dd62ed3e14610138575b5f5ffd',
  '5b61008d6100883660046102ad565b610162565b60405190151581526020015b60405180910390f35b61008d6100b0366004',
  '6102d5565b61018f565b60025461008d9060ff1681565b6100d56100d03660046102ad565b6101dc565b005b6100f66100e5',
  '36600461030f565b5f6020819052908152604090205481565b604051908152602001610099565b61008d6101123660046102',
  'ad565b61020c565b6100d5610125366004610328565b6002805460ff1916911515919091179055565b6100f6610146366004',
  '610347565b600160209081525f928352604080842090915290825290205481565b335f908152600160208181526040808420',
  '6001600160a01b03871685529091529091208290555b92915050565b6001600160a01b0383165f9081526001602090815260',
  '408083203384529091528120805483919083906101c390849061038c565b909155506101d4905084848461021f565b949350',
  '505050565b6001600160a01b0382165f908152602081905260408120805483929061020390849061039f565b909155505050',
  '50565b5f61021833848461021f565b9392505050565b6002545f9060ff1615610230575f5ffd5b6001600160a01b0384165f',
  '908152602081905260408120805484929061025790849061038c565b90915550506001600160a01b0383165f908152602081',
  '905260408120805484929061028390849061039f565b90915550600195945050505050565b80356001600160a01b03811681',
  '146102a8575f5ffd5b919050565b5f5f604083850312156102be575f5ffd5b6102c783610292565b94602093909301359350',
  '5050565b5f5f5f606084860312156102e7575f5ffd5b6102f084610292565b92506102fe60208501610292565b9295929450',
  '50506040919091013590565b5f6020828403121561031f575f5ffd5b61021882610292565b5f60208284031215610338575f',
  '5ffd5b81358015158114610218575f5ffd5b5f5f60408385031215610358575f5ffd5b61036183610292565b915061036f60',
  '208401610292565b90509250929050565b634e487b7160e01b5f52601160045260245ffd5b81810381811115610189576101',
  '89610378565b808201808211156101895761018961037856',
].join('')}`

// An ERC-721 token for tests of legs that move single items. Anybody may mint and stop it; while it is stopped it moves
// nothing. Whom an owner approves once may take all that it has.
// Compiled by solc 0.8.37 (optimizer on, 1 run, for cancun, revert strings stripped, no CBOR) from:
//
// pragma solidity 0.8.37;
// contract TestItems {
//     mapping(uint256 => address) public ownerOf;
//     mapping(address => mapping(address => bool)) public mayTake;
//     bool public isStopped;
//     function mint(address to, uint256 id) external { ownerOf[id] = to; }
//     function stop(bool yes) external { isStopped = yes; }
//     function approve(address spender, uint256) external { mayTake[msg.sender][spender] = true; }
//     function transferFrom(address from, address to, uint256 id) external {
//         require(!isStopped && ownerOf[id] == from && (msg.sender == from || mayTake[from][msg.sender]));
//         ownerOf[id] = to;
//     }
// }

const itemsCode: Hex = `0x${[
  '6080604052348015600e575f5ffd5b5061033c8061001c5f395ff3fe608060405234801561000f575f5ffd5b506004361061',
  '006b575f3560e01c8063095ea7b31461006f57806323b872dd146100b25780633f683b6a146100c557806340c10f19146100',
  'e75780636352211e14610122578063c15a483f14610162578063ca3a4e9114610183575b5f5ffd5b6100b061007d36600461',
  '026c565b50335f9081526001602081815260408084206001600160a01b03959095168452939052919020805460ff19169091',
  '179055565b005b6100b06100c0366004610294565b6101b0565b6002546100d29060ff1681565b6040519015158152602001',
  '5b60405180910390f35b6100b06100f536600461026c565b5f90815260208190526040902080546001600160a01b03191660',
  '01600160a01b0392909216919091179055565b61014a6101303660046102ce565b5f60208190529081526040902054600160',
  '0160a01b031681565b6040516001600160a01b0390911681526020016100de565b6100b06101703660046102e5565b600280',
  '5460ff1916911515919091179055565b6100d261019136600461030b565b600160209081525f928352604080842090915290',
  '825290205460ff1681565b60025460ff161580156101db57505f818152602081905260409020546001600160a01b03848116',
  '9116145b801561021b5750336001600160a01b038416148061021b57506001600160a01b0383165f90815260016020908152',
  '604080832033845290915290205460ff165b610223575f5ffd5b5f90815260208190526040902080546001600160a01b0319',
  '166001600160a01b039290921691909117905550565b80356001600160a01b0381168114610267575f5ffd5b919050565b5f',
  '5f6040838503121561027d575f5ffd5b61028683610251565b946020939093013593505050565b5f5f5f6060848603121561',
  '02a6575f5ffd5b6102af84610251565b92506102bd60208501610251565b929592945050506040919091013590565b5f6020',
  '82840312156102de575f5ffd5b5035919050565b5f602082840312156102f5575f5ffd5b81358015158114610304575f5ffd',
  '5b9392505050565b5f5f6040838503121561031c575f5ffd5b61032583610251565b915061033360208401610251565b9050',
  '925092905056',
].join('')}`
