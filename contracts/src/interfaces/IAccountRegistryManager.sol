// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Account, AccountDetails } from "../types/Account.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { IAspects } from "./IAspects.sol";
import { IRegistration } from "./IRegistration.sol";
import { IRegistry } from "./IRegistry.sol";
import { IUpgradable } from "./IUpgradable.sol";

/// @title Registries that keep balances by owner and account number.
/// @notice Its privilege manager holds registry.REGISTRAR and registry.INVESTOR (tenants) and
/// registry.EARMARK_PROTOCOL_DAPP (leg managers). Balances stand on the ledger in the open: every member can read
/// them. Account data of legs is `abi.encode(uint256 accountNumber)`.
interface IAccountRegistryManager is IRegistry, IRegistration, IAspects, IUpgradable {
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
    error SupplyTooLarge(RegistryId registryId, uint256 issued, uint256 quantity);

    function init(address platform, address privilegeManager) external;

    /// @notice registry.REGISTRAR opens, changes or closes an account that it keeps for an investor. An account that
    /// is not valid neither earmarks nor receives.
    function configureAccount(Account calldata account, AccountDetails calldata details) external;

    /// @notice The registrar moves free quantity between two investors' accounts, for a reason.
    function forcedTransfer(
        RegistryId registryId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external;

    function accountDetails(address registrar, Account calldata account)
        external
        view
        returns (AccountDetails memory);

    function balanceOf(RegistryId registryId, Account calldata account) external view returns (uint256);

    function earmarkedBalanceOf(RegistryId registryId, Account calldata account)
        external
        view
        returns (uint256);

    /// @return Issued less terminated: the sum of all balances.
    function totalSupplyOf(RegistryId registryId) external view returns (uint256);

    function supplyOf(RegistryId registryId) external view returns (uint256 issued, uint256 terminated);

    /// @return senderAccount 0 where nothing is earmarked.
    /// @return receiverAccount 0 where no receipt is named.
    function preparedAccounts(address caller, Movement calldata movement)
        external
        view
        returns (AccountNumber senderAccount, AccountNumber receiverAccount);
}
