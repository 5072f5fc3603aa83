// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Held } from "../access/Held.sol";
import { Privileges } from "../access/Privileges.sol";
import { IChainRegistryManager } from "../interfaces/IChainRegistryManager.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IRegistry } from "../interfaces/IRegistry.sol";
import { Account, AccountDetails } from "../types/Account.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { CustodyChain, CustodyChainId } from "../types/CustodyChain.sol";
import { RegistryState } from "../types/RegistryEnums.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { AccountBooks, AccountStore } from "./AccountBooks.sol";
import { ChainStore, CustodyChains } from "./CustodyChains.sol";
import { Movements } from "./Movements.sol";
import { Book, RegistrationStore, Registrations } from "./Registrations.sol";

/// @title What tenants ask of a chain registry without a delivery: who may, and in which state.
/// @dev Deployed once and linked: the chain registry's manager would not fit the size limit with it.
library ChainCalls {
    using AccountBooks for AccountStore;
    using CustodyChains for ChainStore;
    using Registrations for RegistrationStore;

    function createChain(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        address[] calldata custodians,
        address transferAgent
    ) external {
        Book storage book = registrations.known(registryId);
        if (book.state != RegistryState.IMPORTING) registrations.registered(registryId);
        registrations.requireRegistrar(registryId, book, msg.sender);
        CustodyChains.requireParties(registrations.privilegeManager, custodians, transferAgent);
        self.create(registryId, chainId, custodians, transferAgent);
    }

    function setTransferAgent(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        address transferAgent
    ) external {
        registrations.requireRegistrar(registryId, registrations.known(registryId), msg.sender);
        CustodyChain storage chain = self.known(registryId, chainId);
        _demand(registrations, transferAgent, Privileges.REGISTRY_ONRAMPER);
        chain.transferAgent = transferAgent;
        emit IChainRegistryManager.CustodyChainTransferAgentChanged(registryId, chainId, transferAgent);
    }

    function configureAccount(
        ChainStore storage self,
        RegistrationStore storage registrations,
        Account calldata account,
        AccountDetails calldata details
    ) external {
        _demand(registrations, msg.sender, Privileges.REGISTRY_REGISTRAR);
        AccountBooks.requireConfigurable(msg.sender, account);
        if (details.terminateOnReceive) {
            revert IChainRegistryManager.AccountCannotTerminate(account.owner, account.accountNum);
        }
        if (details.valid) _demand(registrations, account.owner, Privileges.REGISTRY_INVESTOR);
        if (details.valid && details.omnibus) {
            _demand(registrations, account.owner, Privileges.REGISTRY_CUSTODIAN);
        }
        self.accounts.configure(msg.sender, account, details);
        emit IChainRegistryManager.AccountConfigured(msg.sender, account.owner, account.accountNum, details);
    }

    function onramp(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        Book storage book = registrations.registered(registryId);
        _requireTransferAgent(self, registrations, registryId, chainId, referenceFp);
        Movements.requireIssuable(book);
        _requireReceiver(self, registrations, book, account);
        emit IChainRegistryManager.AssetsOnramped(
            registryId, chainId, account.owner, account.accountNum, quantity, referenceFp, msg.sender
        );
        self.rampOn(registryId, chainId, account, AccountBooks.toAmount(quantity));
    }

    function importAssets(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        Book storage book = registrations.importing(registryId);
        registrations.requireRegistrar(registryId, book, msg.sender);
        self.known(registryId, chainId);
        if (referenceFp == 0) revert IChainRegistryManager.ReferenceMissing();
        Movements.requireIssuable(book);
        _requireReceiver(self, registrations, book, account);
        emit IChainRegistryManager.ChainAssetsImported(
            registryId, chainId, account.owner, account.accountNum, quantity, referenceFp
        );
        self.rampOn(registryId, chainId, account, AccountBooks.toAmount(quantity));
    }

    function offramp(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        registrations.registeredOrExporting(registryId);
        _requireTransferAgent(self, registrations, registryId, chainId, referenceFp);
        emit IChainRegistryManager.AssetsOfframped(
            registryId, chainId, account.owner, account.accountNum, quantity, referenceFp, msg.sender
        );
        self.rampOff(registryId, chainId, account, AccountBooks.toAmount(quantity));
    }

    function transfer(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber from,
        Account calldata to,
        uint256 quantity
    ) external {
        Book storage book = _registeredByOwner(self, registrations, registryId, chainId, from);
        registrations.requireSender(registryId, msg.sender);
        if (to.owner == msg.sender) revert IRegistry.MovementSelf(msg.sender);
        _requireReceiver(self, registrations, book, to);
        emit IChainRegistryManager.ChainAssetsTransferred(
            registryId, chainId, 0, msg.sender, from, to.owner, to.accountNum, quantity
        );
        uint128 amount = AccountBooks.toAmount(quantity);
        self.move(registryId, chainId, Account(msg.sender, from), to, amount);
    }

    function reorg(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber from,
        AccountNumber to,
        uint256 quantity
    ) external {
        Book storage book = _registeredByOwner(self, registrations, registryId, chainId, from);
        self.accounts.requireOpen(book.registrar, msg.sender, to);
        _reorganise(self, registryId, chainId, Account(msg.sender, from), to, quantity, 0);
    }

    function forcedTransfer(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        Book storage book = registrations.registeredOrExporting(registryId);
        _requireForce(self, registrations, registryId, book, chainId, reasonFp);
        _requireReceiver(self, registrations, book, to);
        emit IChainRegistryManager.ChainAssetsForcedTransferred(
            registryId, chainId, reasonFp, from.owner, from.accountNum, to.owner, to.accountNum, quantity
        );
        self.move(registryId, chainId, from, to, AccountBooks.toAmount(quantity));
    }

    function forcedReorg(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        Account memory from,
        AccountNumber to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        Book storage book = registrations.registered(registryId);
        _requireForce(self, registrations, registryId, book, chainId, reasonFp);
        self.accounts.requireOpen(book.registrar, from.owner, to);
        _reorganise(self, registryId, chainId, from, to, quantity, reasonFp);
    }

    function markAsRedeemable(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        _registeredByOwner(self, registrations, registryId, chainId, accountNum);
        self.mark(registryId, chainId, accountNum, AccountBooks.toAmount(quantity));
    }

    function markAssetsForExport(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        registrations.exporting(registryId);
        self.known(registryId, chainId);
        _demand(registrations, msg.sender, Privileges.REGISTRY_INVESTOR);
        self.mark(registryId, chainId, accountNum, AccountBooks.toAmount(quantity));
    }

    /// @dev Asks for no privilege: what is marked is the caller's own, and becomes free again.
    function cancelRedeemable(
        ChainStore storage self,
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        self.known(registryId, chainId);
        self.unmark(registryId, chainId, accountNum, AccountBooks.toAmount(quantity));
    }

    function _reorganise(
        ChainStore storage self,
        RegistryId registryId,
        CustodyChainId chainId,
        Account memory from,
        AccountNumber to,
        uint256 quantity,
        bytes32 reasonFp
    ) private {
        emit IChainRegistryManager.ChainAssetsReorganised(
            registryId, chainId, from.owner, from.accountNum, to, quantity, reasonFp
        );
        uint128 amount = AccountBooks.toAmount(quantity);
        self.move(registryId, chainId, from, Account(from.owner, to), amount);
    }

    /// @dev An investor does something with an open account of its own.
    function _registeredByOwner(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber accountNum
    ) private view returns (Book storage book) {
        book = registrations.registered(registryId);
        self.known(registryId, chainId);
        _demand(registrations, msg.sender, Privileges.REGISTRY_INVESTOR);
        self.accounts.requireOpen(book.registrar, msg.sender, accountNum);
    }

    /// @dev The registrar does something with an investor's account, for a reason.
    function _requireForce(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        Book storage book,
        CustodyChainId chainId,
        bytes32 reasonFp
    ) private view {
        registrations.requireRegistrar(registryId, book, msg.sender);
        self.known(registryId, chainId);
        if (reasonFp == 0) revert IRegistry.ReasonMissing();
    }

    function _requireTransferAgent(
        ChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId chainId,
        bytes32 referenceFp
    ) private view {
        if (self.known(registryId, chainId).transferAgent != msg.sender) {
            revert IChainRegistryManager.TransferAgentRequired(chainId, msg.sender);
        }
        _demand(registrations, msg.sender, Privileges.REGISTRY_ONRAMPER);
        if (referenceFp == 0) revert IChainRegistryManager.ReferenceMissing();
    }

    function _requireReceiver(
        ChainStore storage self,
        RegistrationStore storage registrations,
        Book storage book,
        Account calldata account
    ) private view {
        IPlatformManager(registrations.platform).requireActive(account.owner);
        registrations.requireHolder(book, account.owner);
        self.accounts.requireOpen(book.registrar, account.owner, account.accountNum);
    }

    function _demand(RegistrationStore storage registrations, address holder, bytes32 privilege)
        private
        view
    {
        Held.demand(registrations.privilegeManager, holder, privilege);
    }
}
