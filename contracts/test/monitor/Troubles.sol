// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDapp } from "../../src/interfaces/IDapp.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { AccountDetails } from "../../src/types/Account.sol";
import { Trick } from "../support/tokens/Mischief.sol";
import { Action } from "./Alarms.sol";
import { Direct } from "./Direct.sol";
import { Case, Course } from "./Photos.sol";

/// @title What may happen in between: suspensions, closed accounts, accounts that end receipts, blacklists, lost
/// privileges, upgrades, tokens that misbehave, and time.
abstract contract Troubles is Direct {
    /// @dev What heals what is wrong at the moment, each as a call by its party.
    struct Cure {
        address by;
        address target;
        bytes call_;
    }

    Cure[] private cures;

    function makeTrouble(Course memory course) internal returns (bool) {
        if (cures.length > 2) return heal(course);
        uint256 what = roll(course, 10);
        if (what == 0) return _suspend(course);
        if (what < 4) return _reconfigure(course);
        if (what == 4) return _blacklist(course);
        if (what == 5) return _revoke(course);
        if (what == 6) return _unlist(course);
        if (what == 7) return _upgrade(course);
        return _misbehave(course);
    }

    function heal(Course memory course) internal returns (bool) {
        if (cures.length == 0) return false;
        return _take(course, roll(course, cures.length));
    }

    /// @dev Everything but what only a silent party could heal.
    function healAll(Course memory course, mapping(address => bool) storage isSilent_) internal {
        for (uint256 i = cures.length; i > 0; --i) {
            if (!isSilent_[cures[i - 1].by]) _take(course, i - 1);
        }
    }

    function _take(Course memory course, uint256 i) private returns (bool) {
        Cure memory cure = cures[i];
        cures[i] = cures[cures.length - 1];
        cures.pop();
        return act(course, direct(cure.by, cure.target), cure.call_);
    }

    function pass(Course memory course) internal {
        uint256 seconds_ = roll(course, 30) == 0 ? 100 days : roll(course, 9 hours);
        vm.warp(block.timestamp + seconds_);
    }

    function _hurt(Course memory course, address by, address target, bytes memory call_, bytes memory cure)
        private
        returns (bool)
    {
        if (!act(course, direct(mostly(course, by), target), call_)) return false;
        cures.push(Cure(by, target, cure));
        return true;
    }

    function _suspend(Course memory course) private returns (bool) {
        uint256 r = roll(course, REGISTRIES);
        return _hurt(
            course,
            registrars[r],
            managers[r],
            abi.encodeCall(IRegistration.suspendRegistry, (registryIds[r], REASON)),
            abi.encodeCall(IRegistration.unsuspendRegistry, (registryIds[r], REASON))
        );
    }

    /// @dev Closes an account, or has it end its receipts: the registrar alone, at any time.
    function _reconfigure(Course memory course) private returns (bool) {
        uint256 r = roll(course, 3) == 0 ? CLUB : BOND;
        uint256 i = roll(course, 6);
        bool isClosed = roll(course, 3) == 0;
        return _hurt(
            course,
            registrars[r],
            managers[r],
            abi.encodeCall(
                registries.configureAccount, (holder(i), AccountDetails(!isClosed, false, !isClosed))
            ),
            abi.encodeCall(registries.configureAccount, (holder(i), AccountDetails(true, false, false)))
        );
    }

    function _blacklist(Course memory course) private returns (bool) {
        address[] memory accounts = new address[](1);
        accounts[0] = actors[roll(course, 7)];
        return _hurt(
            course,
            operator,
            address(platform),
            abi.encodeCall(platform.blacklist, (accounts)),
            abi.encodeCall(platform.unblacklist, (accounts))
        );
    }

    function _revoke(Course memory course) private returns (bool) {
        uint256 r = roll(course, REGISTRIES);
        uint256 which = roll(course, 5);
        address right = which < 3 ? investors[which] : which == 3 ? registrars[r] : address(deliveries);
        bytes32 privilege = Privileges.REGISTRY_INVESTOR;
        if (which == 3) privilege = Privileges.REGISTRY_REGISTRAR;
        if (which == 4) privilege = Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP;
        return _hurt(
            course,
            operator,
            IDapp(managers[r]).privilegeManager(),
            abi.encodeCall(IPrivilegeManager.revoke, (right, privilege, address(0))),
            abi.encodeCall(IPrivilegeManager.grant, (right, privilege, address(0)))
        );
    }

    /// @dev A member of the club, or a sender without deliveries.
    function _unlist(Course memory course) private returns (bool) {
        address[] memory members = new address[](1);
        members[0] = investors[roll(course, 3)];
        if (roll(course, 2) == 0) {
            return _hurt(
                course,
                issuer,
                address(instruments),
                abi.encodeCall(instruments.updateWhitelist, (CLUB_UNITS, members, false)),
                abi.encodeCall(instruments.updateWhitelist, (CLUB_UNITS, members, true))
            );
        }
        uint256 r = roll(course, REGISTRIES);
        bool isListed = IRegistration(managers[r]).isSenderWhitelisted(registryIds[r], members[0]);
        return _hurt(
            course,
            registrars[r],
            managers[r],
            abi.encodeCall(IRegistration.setSenderWhitelisted, (registryIds[r], members[0], !isListed)),
            abi.encodeCall(IRegistration.setSenderWhitelisted, (registryIds[r], members[0], isListed))
        );
    }

    function _upgrade(Course memory course) private returns (bool) {
        uint256 i = roll(course, upgradables.length);
        return _hurt(
            course,
            operator,
            upgradables[i],
            abi.encodeCall(IUpgradable.upgrade, (secondVersions[i], "")),
            abi.encodeCall(IUpgradable.rollback, ())
        );
    }

    /// @dev The bad token's next transfers; some call back into a delivery.
    function _misbehave(Course memory course) private returns (bool) {
        Trick trick = Trick(1 + roll(course, 8));
        cures.push(Cure(address(this), address(crooked), abi.encodeCall(crooked.play, (Trick.NONE))));
        (bool found, uint256 c) = someOpen(course);
        if (!found || trick < Trick.REENTER) {
            bytes memory play = abi.encodeCall(crooked.play, (trick));
            return act(course, direct(address(this), address(crooked)), play);
        }
        Case memory one_ = course.cases[c];
        bytes memory inner = abi.encodeCall(deliveries.cancelDelivery, (one_.id, one_.legs, REASON));
        if (roll(course, 2) == 0) {
            bytes[] memory data = new bytes[](one_.legs.length);
            inner = abi.encodeCall(deliveries.confirmDelivery, (one_.id, one_.legs, data));
        }
        bytes memory call_ = abi.encodeCall(crooked.reenter, (trick, address(deliveries), inner));
        return act(course, direct(address(this), address(crooked)), call_);
    }
}
