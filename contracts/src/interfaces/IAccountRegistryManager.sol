// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Account, AccountDetails, AccountNumber, AccountQuantity } from "../types/Account.sol";
import { RegistryId } from "../types/Registry.sol";
import { IAspects } from "./IAspects.sol";
import { IRegistration } from "./IRegistration.sol";
import { IRegistry } from "./IRegistry.sol";
import { IUpgradable } from "./IUpgradable.sol";

/// @title Registries that keep balances by owner and account number.
/// @notice Its privilege manager holds registry.REGISTRAR, INVESTOR, CUSTODIAN, ISSUER, DEPOSITARY and OPERATOR
/// (tenants), registry.EARMARK_PROTOCOL_DAPP (delivery managers) and registry.ASPECT_INSTRUMENT (dApps). Balances
/// stand on the ledger in the open: every member can read them. Account data of legs is
/// `abi.encode(uint256 accountNumber)`. Quantities are in the instrument's smallest unit, at least 1 and below 2^128.
///
/// What is earmarked or marked moves by nobody's transfer, allowance, reorg or force. Each receiver is a registered
/// tenant that is not blacklisted, holds registry.INVESTOR, is whitelisted where the instrument is private, and has
/// the account open.
///
/// For habits from ERC-20 the functions transfer, transferFrom, balanceOf and earmarkedBalanceOf have a form that
/// names owners without account numbers. Balances are then the sum over the owner's accounts; transfers go from the
/// sender's to the receiver's account that was opened first among those that are open and keep what they receive. An
/// allowance is given by an owner for all its
/// accounts in one registry; type(uint256).max never falls. To change one allowance for another, set it to 0 first.
interface IAccountRegistryManager is IRegistry, IRegistration, IAspects, IUpgradable {
    /// @dev A part of an account that can be told from the others: what is free (earmarkedBy 0), what a protocol has
    /// earmarked, and what is marked (earmarkedBy this manager, isRedeemable).
    /// @param issuerOrDepositary The registry's instrumentRegistrar.
    struct RegistryEntry {
        address earmarkedBy;
        address issuerOrDepositary;
        Account account;
        bool isRedeemable;
    }

    event AccountConfigured(
        address indexed registrar,
        address indexed owner,
        AccountNumber indexed accountNum,
        AccountDetails details
    );
    /// @notice What an account holds after a change; comes with every change, beside the event that tells why.
    event AccountChanged(
        RegistryId indexed registryId,
        address indexed owner,
        AccountNumber indexed accountNum,
        uint256 balance,
        uint256 earmarked
    );
    /// @notice The registry's totals after an issue or a termination.
    event SupplyChanged(RegistryId indexed registryId, uint256 issued, uint256 terminated);

    event AssetsIssued(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    event AssetsTransferred(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed sender,
        AccountNumber senderAccount,
        address receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    event AssetsTerminated(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed owner,
        AccountNumber accountNum,
        uint256 quantity
    );
    event AssetsForcedTransferred(
        RegistryId indexed registryId,
        bytes32 indexed reasonFp,
        address indexed sender,
        AccountNumber senderAccount,
        address receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    event AssetsEarmarked(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed owner,
        AccountNumber accountNum,
        address earmarkedBy,
        uint256 quantity
    );
    event AssetsUnearmarked(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed owner,
        AccountNumber accountNum,
        address earmarkedBy,
        uint256 quantity
    );

    /// @notice How much of an account may be terminated, after a change; it counts as earmarked.
    event MarkChanged(
        RegistryId indexed registryId, address indexed owner, AccountNumber indexed accountNum, uint256 marked
    );
    event AssetsImported(
        RegistryId indexed registryId,
        address indexed receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    /// @param reasonFp 0 where the owner did it itself.
    event AssetsReorganised(
        RegistryId indexed registryId,
        bytes32 indexed reasonFp,
        address indexed owner,
        AccountQuantity[] from,
        AccountQuantity[] to
    );
    event AssetsMarkedAsRedeemable(
        RegistryId indexed registryId, address indexed owner, AccountNumber accountNum, uint256 quantity
    );
    event AssetsRedeemableCanceled(
        RegistryId indexed registryId, address indexed owner, AccountNumber accountNum, uint256 quantity
    );
    event AssetsMarkedForExport(
        RegistryId indexed registryId, address indexed owner, AccountNumber accountNum, uint256 quantity
    );
    event AssetsExportCanceled(
        RegistryId indexed registryId, address indexed owner, AccountNumber accountNum, uint256 quantity
    );
    event EntryPrepared(
        RegistryId indexed registryId,
        bytes32 indexed entryRef,
        address indexed receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    event PreparedEntryTerminated(RegistryId indexed registryId, bytes32 indexed entryRef);
    /// @notice What the spender may still move for the owner.
    event AllowanceChanged(
        RegistryId indexed registryId, address indexed owner, address indexed spender, uint256 quantity
    );

    error AccountNumberInvalid(bytes data);
    error AccountNotOpen(address registrar, address owner, AccountNumber accountNum);
    error AccountOwnerInvalid(address owner);
    error QuantityInvalid(uint256 quantity);
    error QuantityNotAvailable(
        RegistryId registryId, address owner, AccountNumber accountNum, uint256 available, uint256 quantity
    );
    error QuantityNotMarked(
        RegistryId registryId, address owner, AccountNumber accountNum, uint256 marked, uint256 quantity
    );
    error ReorgNotBalanced(uint256 removed, uint256 added);
    error EntryReferenceMissing();
    error EntryAlreadyPrepared(RegistryId registryId, bytes32 entryRef);
    error EntryNotPrepared(RegistryId registryId, bytes32 entryRef);
    error EntryNotRedeemable(RegistryId registryId, RegistryEntry entry);
    error AllowanceSpenderMissing();
    error AllowanceTooSmall(
        RegistryId registryId, address owner, address spender, uint256 allowance, uint256 quantity
    );
    error SupplyTooLarge(RegistryId registryId, uint256 issued, uint256 quantity);

    /// @notice Works once, in the transaction that makes the proxy.
    function init(address platform, address privilegeManager) external;

    /// @notice registry.REGISTRAR opens, changes or closes an account that it keeps for an investor. An account that
    /// is not valid neither earmarks nor receives. An omnibus account needs an owner with registry.CUSTODIAN.
    function configureAccount(Account calldata account, AccountDetails calldata details) external;

    /// @notice The registrar issues to an account, while REGISTERED and the instrument has not expired.
    function issue(RegistryId registryId, Account calldata to, uint256 quantity) external;

    /// @notice As the other issue, of what was prepared; each once.
    function issue(RegistryId registryId, bytes32 entryRef) external;

    /// @notice The registrar prepares an issue, which counts nowhere until it is made. The reference is the
    /// registrar's own, free again afterwards.
    function prepareEntry(RegistryId registryId, bytes32 entryRef, Account calldata to, uint256 quantity)
        external;

    /// @notice The registrar drops a prepared issue, in every state of the registry.
    function terminatePreparedEntry(RegistryId registryId, bytes32 entryRef) external;

    /// @notice The registrar takes over what another register kept so far, while IMPORTING and the instrument has not
    /// expired. Counts as issued.
    function importAssets(RegistryId registryId, Account calldata to, uint256 quantity) external;

    /// @notice The registrar, while REGISTERED or EXPORTING, moves free quantity between two accounts, for a reason. Not
    /// to one that terminates what it receives: QuantityNotMarked.
    function forcedTransfer(
        RegistryId registryId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external;

    /// @notice The registrar moves free quantity between one owner's accounts, for a reason. As much is given as taken.
    /// Not to one that terminates what it receives: QuantityNotMarked.
    function forcedReorg(
        RegistryId registryId,
        address owner,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to,
        bytes32 reasonFp
    ) external;

    /// @notice The registrar terminates what its owner has marked, while REGISTERED or EXPORTING. Balance and supply
    /// fall. For what its owner never marks see IRegistration.
    function terminate(RegistryId registryId, Account calldata account, uint256 quantity) external;

    /// @notice As terminate, of an entry that exists and is redeemable.
    function terminateEntry(RegistryId registryId, RegistryEntry calldata entry, uint256 quantity) external;

    /// @notice An owner moves free quantity: to its own accounts always, to others where the registrar has whitelisted
    /// it as sender.
    function transfer(RegistryId registryId, AccountNumber from, Account calldata to, uint256 quantity)
        external
        returns (bool);

    /// @notice As the other transfer, from the caller's first account to the receiver's: see above.
    function transfer(RegistryId registryId, address to, uint256 quantity) external returns (bool);

    /// @notice Whom an owner allows to moves its free quantity, where the registrar has whitelisted the owner as
    /// sender. The allowance falls by the quantity.
    function transferFrom(RegistryId registryId, Account calldata from, Account calldata to, uint256 quantity)
        external
        returns (bool);

    /// @notice As the other transferFrom, from the owner's first account to the receiver's: see above.
    function transferFrom(RegistryId registryId, address from, address to, uint256 quantity)
        external
        returns (bool);

    /// @notice An owner sets what the spender may move for it, while REGISTERED; to 0 always.
    function approve(RegistryId registryId, address spender, uint256 quantity) external returns (bool);

    /// @notice An owner moves free quantity between its own open accounts. As much is given as taken.
    function reorg(RegistryId registryId, AccountQuantity[] calldata from, AccountQuantity[] calldata to)
        external;

    /// @notice An owner lets the registrar terminate free quantity, while REGISTERED. It counts as earmarked, by this manager.
    function markAsRedeemable(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external;

    /// @notice The owner takes back such a mark, in whatever state the registry is.
    function cancelRedeemable(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external;

    /// @notice As markAsRedeemable, while EXPORTING: what is marked is kept elsewhere from then on.
    function markAssetsForExport(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external;

    /// @notice The owner takes back such a mark, in whatever state the registry is.
    function cancelExport(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external;

    /// @notice What the registrar has configured for an account; not valid where it was never opened.
    function accountDetails(address registrar, Account calldata account)
        external
        view
        returns (AccountDetails memory);

    /// @notice What an account holds, the earmarked part included.
    function balanceOf(RegistryId registryId, Account calldata account) external view returns (uint256);

    /// @notice The part of an account that is earmarked or marked, and does not move otherwise.
    function earmarkedBalanceOf(RegistryId registryId, Account calldata account)
        external
        view
        returns (uint256);

    /// @return The sum over the owner's accounts.
    function balanceOf(RegistryId registryId, address owner) external view returns (uint256);

    /// @return The sum over the owner's accounts, between 0 and its balance.
    function earmarkedBalanceOf(RegistryId registryId, address owner) external view returns (uint256);

    /// @return What may be terminated: a part of what is earmarked.
    function markedBalanceOf(RegistryId registryId, Account calldata account) external view returns (uint256);

    /// @return What the spender may still move for the owner.
    function allowance(RegistryId registryId, address owner, address spender) external view returns (uint256);

    /// @return to Whom the prepared issue will go to.
    /// @return quantity 0 where nothing is prepared.
    function preparedEntries(RegistryId registryId, bytes32 entryRef)
        external
        view
        returns (Account memory to, uint256 quantity);

    /// @return Every account that the registrar has ever configured for the owner, in that order.
    function accountsOf(address registrar, address owner) external view returns (AccountNumber[] memory);

    /// @notice Earmarks are kept by account, not by protocol: where several protocols may earmark, the answer for one
    /// of them says that some of them has.
    /// @return Whether the account has such a part, of at least 1.
    function checkEntryExists(RegistryId registryId, RegistryEntry calldata entry)
        external
        view
        returns (bool);

    /// @return Issued less terminated: the sum of all balances.
    function totalSupplyOf(RegistryId registryId) external view returns (uint256);

    /// @notice How much was ever issued, and how much of that was terminated.
    function supplyOf(RegistryId registryId) external view returns (uint256 issued, uint256 terminated);

    /// @return senderAccount 0 where nothing is earmarked.
    /// @return receiverAccount 0 where no receipt is named.
    function preparedAccounts(address caller, Movement calldata movement)
        external
        view
        returns (AccountNumber senderAccount, AccountNumber receiverAccount);
}
