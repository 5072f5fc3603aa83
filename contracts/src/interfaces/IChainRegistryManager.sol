// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Account, AccountDetails, AccountNumber } from "../types/Account.sol";
import { CustodyChain, CustodyChainId } from "../types/CustodyChain.sol";
import { RegistryId } from "../types/Registry.sol";
import { IAspects } from "./IAspects.sol";
import { IRegistration } from "./IRegistration.sol";
import { IRegistry } from "./IRegistry.sol";
import { IUpgradable } from "./IUpgradable.sol";

/// @title Registries of what custodians hold elsewhere: balances by custody chain, owner and account number.
/// @notice A custody chain is an ordered list of custodians between the depositary and the holder. What is held over
/// one chain is another thing than what is held over another, so quantities move within a chain only.
///
/// Quantity comes into being when the chain's transfer agent on-ramps what the last custodian holds for the chain, and
/// ends when it off-ramps it: for each chain, and for each registry over all its chains, on-ramped less off-ramped is
/// what is outstanding, the sum of the balances. `issue` and `importAssets` count as on-ramped, `terminateEntry` as
/// off-ramped. Only what its owner has marked can be off-ramped: marking is how an owner asks for it. Marked quantity
/// counts as earmarked, by the registry itself. Deliveries that issue or terminate are refused.
///
/// Its privilege manager holds registry.REGISTRAR, INVESTOR, CUSTODIAN and ONRAMPER (tenants), and
/// registry.EARMARK_PROTOCOL_DAPP and ASPECT_INSTRUMENT (dApps). Balances stand on the ledger in the open. Account data
/// of legs is `abi.encode(uint256 accountNumber, bytes32 custodyChainId)`; both sides of a leg name the same chain.
///
/// The errors of accounts and quantities are those of IAccountRegistryManager, with which it shares its books; where
/// they name a registry, it is here the custody chain's id.
interface IChainRegistryManager is IRegistry, IRegistration, IAspects, IUpgradable {
    event CustodyChainCreated(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        address indexed transferAgent,
        address[] custodians
    );
    event CustodyChainTransferAgentChanged(
        RegistryId indexed registryId, CustodyChainId indexed custodyChainId, address indexed transferAgent
    );
    event AccountConfigured(
        address indexed registrar,
        address indexed owner,
        AccountNumber indexed accountNum,
        AccountDetails details
    );
    /// @notice What an account holds over a chain after a change; comes with every change, beside the event that tells
    /// why.
    event ChainAccountChanged(
        CustodyChainId indexed custodyChainId,
        address indexed owner,
        AccountNumber indexed accountNum,
        RegistryId registryId,
        uint256 balance,
        uint256 earmarked
    );
    /// @notice A chain's totals, and its registry's over all chains, after quantity has come or gone.
    event ChainSupplyChanged(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        uint256 onramped,
        uint256 offramped,
        uint256 registryOnramped,
        uint256 registryOfframped
    );

    /// @param by The transfer agent.
    event AssetsOnramped(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        address indexed owner,
        AccountNumber accountNum,
        uint256 quantity,
        bytes32 referenceFp,
        address by
    );
    event AssetsOfframped(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        address indexed owner,
        AccountNumber accountNum,
        uint256 quantity,
        bytes32 referenceFp,
        address by
    );
    event ChainAssetsImported(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        address indexed owner,
        AccountNumber accountNum,
        uint256 quantity,
        bytes32 referenceFp
    );
    /// @param movementRef 0 where an owner has moved its own without a delivery.
    event ChainAssetsTransferred(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        bytes32 indexed movementRef,
        address sender,
        AccountNumber senderAccount,
        address receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    event ChainAssetsForcedTransferred(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        bytes32 indexed reasonFp,
        address sender,
        AccountNumber senderAccount,
        address receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    /// @param reasonFp 0 where the owner did it itself.
    event ChainAssetsReorganised(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        address indexed owner,
        AccountNumber fromAccount,
        AccountNumber toAccount,
        uint256 quantity,
        bytes32 reasonFp
    );
    event ChainAssetsEarmarked(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        bytes32 indexed movementRef,
        address owner,
        AccountNumber accountNum,
        address earmarkedBy,
        uint256 quantity
    );
    event ChainAssetsUnearmarked(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        bytes32 indexed movementRef,
        address owner,
        AccountNumber accountNum,
        address earmarkedBy,
        uint256 quantity
    );
    /// @notice How much of an account is marked after its owner has marked some, or taken a mark back.
    event ChainAssetsMarked(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        address indexed owner,
        AccountNumber accountNum,
        uint256 marked
    );

    error CustodyChainIdMissing();
    error CustodyChainAlreadyExists(CustodyChainId custodyChainId);
    error CustodyChainUnknown(RegistryId registryId, CustodyChainId custodyChainId);
    error CustodyChainCustodiansInvalid(CustodyChainId custodyChainId);
    error CustodyChainDataInvalid(bytes data);
    error CustodyChainsDiffer(CustodyChainId chosen, CustodyChainId other);
    error TransferAgentRequired(CustodyChainId custodyChainId, address caller);
    /// @notice Off-ramping is the only way out.
    error AccountCannotTerminate(address owner, AccountNumber accountNum);
    /// @notice Quantity comes by on-ramp and goes by off-ramp, not by a delivery.
    error MovementNotBetweenInvestors(RegistryId registryId);
    error ReferenceMissing();
    error RegistrySupplyTooLarge(RegistryId registryId, uint256 onramped, uint256 quantity);

    /// @notice Works once, in the transaction that makes the proxy.
    function init(address platform, address privilegeManager) external;

    /// @notice The registrar, while REGISTERED or IMPORTING, describes a chain and names its transfer agent. Its
    /// custodians stay as they are: another way of holding is another chain.
    /// @param custodyChainId Chosen at random; not 0, and used once in this manager.
    /// @param custodians 1 to 8 different holders of registry.CUSTODIAN, from the depositary's side to the holder's.
    /// @param transferAgent A holder of registry.ONRAMPER, which may be the registrar itself.
    function createChain(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        address[] calldata custodians,
        address transferAgent
    ) external;

    /// @notice The registrar, in every state of the registry, puts another transfer agent in the place of a chain's. What
    /// its owners have marked, the new one off-ramps.
    /// @param transferAgent A holder of registry.ONRAMPER, which may be the registrar itself.
    function setTransferAgent(RegistryId registryId, CustodyChainId custodyChainId, address transferAgent) external;

    /// @notice registry.REGISTRAR opens, changes or closes an account that it keeps for an investor, for all its
    /// registries and chains. An account that is not valid neither earmarks nor receives. Omnibus ones need
    /// registry.CUSTODIAN of their owner; terminateOnReceive is refused.
    function configureAccount(Account calldata account, AccountDetails calldata details) external;

    /// @notice The chain's transfer agent, with registry.ONRAMPER, while REGISTERED: an investor's account receives what
    /// the chain's last custodian has got.
    /// @param referenceFp Fingerprint of the transfer agent's own reference; not 0.
    function onramp(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external;

    /// @notice The chain's transfer agent, with registry.ONRAMPER, while REGISTERED or EXPORTING: quantity that its owner
    /// has marked ends here.
    function offramp(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external;

    /// @notice The registrar, while REGISTERED, on a chain whose transfer agent it is itself: its on-ramp.
    function issue(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external;

    /// @notice The registrar, while REGISTERED or EXPORTING, on a chain whose transfer agent it is itself: its off-ramp
    /// of what the owner has marked.
    function terminateEntry(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external;

    /// @notice The registrar, while IMPORTING and the instrument has not expired: an investor's account receives what
    /// another register kept for it.
    function importAssets(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external;

    /// @notice An investor that the registrar has whitelisted as a sender, while REGISTERED, moves its own free quantity
    /// to another investor's account, over the same chain.
    function transfer(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber from,
        Account calldata to,
        uint256 quantity
    ) external;

    /// @notice An investor, while REGISTERED, moves free quantity between two accounts of its own, over the same chain.
    function reorg(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber from,
        AccountNumber to,
        uint256 quantity
    ) external;

    /// @notice The registrar, while REGISTERED or EXPORTING, moves free quantity between two investors' accounts, for a
    /// reason.
    function forcedTransfer(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external;

    /// @notice The registrar, while REGISTERED, moves free quantity between two accounts of one owner, for a reason.
    function forcedReorg(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        address owner,
        AccountNumber from,
        AccountNumber to,
        uint256 quantity,
        bytes32 reasonFp
    ) external;

    /// @notice An investor, while REGISTERED, asks for the off-ramp of free quantity of its own.
    function markAsRedeemable(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external;

    /// @notice An investor, while EXPORTING, asks for the off-ramp of free quantity of its own, to be kept elsewhere.
    function markAssetsForExport(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external;

    /// @notice The owner takes a mark back, in whatever state the registry is.
    function cancelRedeemable(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external;

    /// @notice As cancelRedeemable: a mark for export is no other than a mark for redemption.
    function cancelExport(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external;

    /// @return The chain; no custodians where there is none.
    function custodyChains(CustodyChainId custodyChainId) external view returns (CustodyChain memory);

    /// @notice A registry's custody chains.
    function chainsOf(RegistryId registryId) external view returns (CustodyChainId[] memory);

    /// @notice What the registrar has configured for an account; not valid where it was never opened.
    function accountDetails(address registrar, Account calldata account)
        external
        view
        returns (AccountDetails memory);

    /// @return balance What the account holds over the chain.
    /// @return earmarked The part of it that does not move otherwise: for deliveries, or marked.
    /// @return marked The part of that which its owner has marked, for redemption or export.
    function positionOf(CustodyChainId custodyChainId, Account calldata account)
        external
        view
        returns (uint256 balance, uint256 earmarked, uint256 marked);

    /// @return Whether the account holds anything over the chain.
    function checkEntryExists(CustodyChainId custodyChainId, Account calldata account) external view returns (bool);

    /// @notice How much was ever on-ramped to a custody chain, and how much of that was off-ramped.
    function chainSupplyOf(CustodyChainId custodyChainId) external view returns (uint256 onramped, uint256 offramped);

    /// @return onramped Over all chains of the registry.
    /// @return offramped Over all chains of the registry.
    function supplyOf(RegistryId registryId) external view returns (uint256 onramped, uint256 offramped);

    /// @return On-ramped less off-ramped over all chains: the sum of all balances.
    function totalSupplyOf(RegistryId registryId) external view returns (uint256);

    /// @return senderAccount 0 where nothing is earmarked.
    /// @return receiverAccount 0 where no receipt is named.
    /// @return custodyChainId 0 where neither is.
    function preparedAccounts(address caller, Movement calldata movement)
        external
        view
        returns (AccountNumber senderAccount, AccountNumber receiverAccount, CustodyChainId custodyChainId);
}
