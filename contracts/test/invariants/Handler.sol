// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { Movers } from "./Movers.sol";

/// @title What may happen in between: registries are suspended, tenants blacklisted, privileges revoked, whitelists
/// changed, managers upgraded and rolled back.
abstract contract Handler is Movers {
    enum Trouble {
        NONE,
        SUSPENDED,
        BLACKLISTED,
        REVOKED,
        UNLISTED
    }

    Trouble private trouble;
    uint256 private troubledRegistry;
    address private troubled;
    address private troubledManager;

    function whitelistSender(uint256 seed) external {
        throwDice(seed);
        uint256 r = roll(REGISTRIES);
        address owner = investors[roll(3)];
        for (uint256 i; i < 3 && roll(2) == 0; ++i) {
            if (!mayTransfer[r][investors[i]]) owner = investors[i];
        }
        address by = mostly(registrars[r]);
        bool isListed = !mayTransfer[r][owner];
        bytes memory call_ =
            abi.encodeCall(IRegistration.setSenderWhitelisted, (registryIds[r], owner, isListed));
        if (act(by, managers[r], call_, abi.encodeCall(this.ruleWhitelist, (r, by, owner)))) {
            happened("whitelisted");
        }
    }

    /// @dev One thing at a time goes wrong, and is mended again before the next.
    function makeTrouble(uint256 seed) external {
        throwDice(seed);
        if (trouble != Trouble.NONE) return _mend();
        trouble = Trouble(1 + roll(4));
        troubled = investors[roll(3)];
        if (trouble == Trouble.SUSPENDED) {
            troubledRegistry = roll(REGISTRIES);
            _suspend(registrars[troubledRegistry]);
        } else if (trouble == Trouble.BLACKLISTED) {
            if (roll(4) == 0) troubled = roll(2) == 0 ? coordinator : registrars[roll(REGISTRIES)];
            blacklist(troubled);
            blacklisted[troubled] = true;
        } else if (trouble == Trouble.REVOKED) {
            (troubledManager, troubled) = _someRight();
            revokeOn(troubledManager, troubled, _rightOf(troubledManager, troubled));
            hasLost[troubledManager][troubled] = true;
        } else {
            _list(troubled, false);
        }
        happened("trouble");
    }

    function mend(uint256 seed) external {
        throwDice(seed);
        _mend();
    }

    function suspendAsStranger(uint256 seed) external {
        throwDice(seed);
        uint256 r = roll(REGISTRIES);
        address by = actors[roll(9)];
        if (by == registrars[r]) by = stranger;
        bytes memory call_ = abi.encodeCall(IRegistration.suspendRegistry, (registryIds[r], REASON));
        act(by, managers[r], call_, abi.encodeCall(this.ruleSuspend, (r, by)));
    }

    /// @dev First announces a change; this call or a later one makes it, mostly once seven days have gone by.
    function upgrade(uint256 seed) external {
        throwDice(seed);
        uint256 i = roll(secondVersions.length);
        address by = mostly(operator);
        bool isBack = isUpgraded[i];
        uint256 from = upgradeFrom[i];
        if (from == 0 || block.timestamp > from + 30 days) {
            _announce(i, by);
            from = upgradeFrom[i];
            if (from == 0 || roll(2) == 0) return;
        }
        if (block.timestamp < from && roll(4) > 0) vm.warp(from);
        bytes memory call_ = isBack
            ? abi.encodeCall(IUpgradable.rollback, ())
            : abi.encodeCall(IUpgradable.upgrade, (secondVersions[i], ""));
        bool done = act(by, upgradables[i], call_, abi.encodeCall(this.ruleUpgrade, (i, by)));
        if (done) happened(isBack ? bytes32("rolled back") : bytes32("upgraded"));
    }

    function _announce(uint256 i, address by) private {
        bytes memory call_ = isUpgraded[i]
            ? abi.encodeCall(IUpgradable.announceRollback, ())
            : abi.encodeCall(IUpgradable.announceUpgrade, (secondVersions[i], keccak256("")));
        act(by, upgradables[i], call_, abi.encodeCall(this.ruleAnnounce, (i, by)));
    }

    function _mend() private {
        Trouble ended = trouble;
        trouble = Trouble.NONE;
        if (ended == Trouble.SUSPENDED) {
            _unsuspend(registrars[troubledRegistry]);
        } else if (ended == Trouble.BLACKLISTED) {
            address[] memory accounts = new address[](1);
            accounts[0] = troubled;
            vm.prank(operator);
            platform.unblacklist(accounts);
            blacklisted[troubled] = false;
        } else if (ended == Trouble.REVOKED) {
            grantOn(troubledManager, troubled, _rightOf(troubledManager, troubled));
            hasLost[troubledManager][troubled] = false;
        } else if (ended == Trouble.UNLISTED) {
            _list(troubled, true);
        }
    }

    function _suspend(address by) private {
        uint256 r = troubledRegistry;
        bytes memory call_ = abi.encodeCall(IRegistration.suspendRegistry, (registryIds[r], REASON));
        if (act(by, managers[r], call_, abi.encodeCall(this.ruleSuspend, (r, by)))) happened("suspended");
    }

    function _unsuspend(address by) private {
        uint256 r = troubledRegistry;
        bytes memory call_ = abi.encodeCall(IRegistration.unsuspendRegistry, (registryIds[r], REASON));
        act(by, managers[r], call_, abi.encodeCall(this.ruleUnsuspend, (r, by)));
    }

    /// @dev Club units are private.
    function _list(address tenant, bool isListed) private {
        address[] memory tenants = new address[](1);
        tenants[0] = tenant;
        vm.prank(issuer);
        instruments.updateWhitelist(CLUB_UNITS, tenants, isListed);
        unlisted[tenant] = !isListed;
    }

    function _someRight() private returns (address manager, address holder) {
        if (roll(8) == 0) return (address(instruments), agent);
        uint256 r = roll(REGISTRIES);
        uint256 which = roll(6);
        if (which < 3) return (managers[r], investors[which]);
        if (which == 3) return (managers[r], address(deliveries));
        if (which == 4) return (address(chains), agent);
        return (managers[r], registrars[r]);
    }

    function _rightOf(address manager, address holder) private view returns (bytes32) {
        if (manager == address(instruments)) return Privileges.INSTRUMENT_DATA_PROVIDER_TA;
        if (holder == address(deliveries)) return Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP;
        if (holder == agent) return Privileges.REGISTRY_ONRAMPER;
        bool isRegistrar = holder == meridian || holder == nordhafen;
        return isRegistrar ? Privileges.REGISTRY_REGISTRAR : Privileges.REGISTRY_INVESTOR;
    }
}
